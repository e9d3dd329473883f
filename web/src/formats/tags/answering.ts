/** Asks a recording that has been read, or is being read. */

import {
  type AskOptions,
  type Coincidence,
  periodWasFound,
  queryAgain,
  type ScanRequest,
  type Snapshot,
} from "@tagview/engine";
import type { Reading } from "./reading";

/**
 * Answers a request. Coincidences of light that they tell to be pulsed are counted once more with its period, once the
 * recording is read: before, each new part of it tells another one.
 * @throws TagviewError `usage`, `cancelled` or `internal`.
 */
export async function answerRequest(
  recording: { readonly reading: Reading },
  request: ScanRequest,
  options: AskOptions,
): Promise<Snapshot> {
  const { reading } = recording;
  if (reading.phase === "unread") throw new Error("A recording is asked before it is read.");
  const first = await reading.reader.ask(request, options);
  const again = recording.reading.phase === "running" ? null : queryAgain(request, first.analyses);
  if (again === null) return first;
  const answer = await reading.reader.ask(again, options);
  const { coincidence } = answer.analyses as { coincidence?: Coincidence };
  if (coincidence === undefined) return answer;
  const patterns = periodWasFound(coincidence.patterns);
  return { ...answer, analyses: { ...answer.analyses, coincidence: { ...coincidence, patterns } } };
}
