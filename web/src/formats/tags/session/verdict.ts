/** The engine's verdict on a recording, from its results. */

import { count, si } from "@tagview/charts";
import { parseTick, type Rate, recordingVerdict, type Verdict } from "@tagview/engine";
import { tickOf } from "./own-tick";
import { errorOf, snapshotOf, summaryOf } from "./reading";
import type { Recording } from "./recording";

const WORDING = { count, time: (seconds: number): string => si(seconds, "s") };

/** Null without tags. `reading` is that of an unread recording before it was closed. */
export function verdictOf(recording: Recording, reading = recording.reading): Verdict | null {
  const summary = summaryOf(reading);
  if (summary === null || summary.tags === 0) return null;
  const judged = {
    isWhole: reading.phase === "done" && errorOf(reading) === null,
    findings: snapshotOf(reading)?.findings ?? [],
    summary,
    rate: snapshotOf(reading)?.analyses.rate as Rate | undefined,
    tick: parseTick(tickOf(recording)).seconds,
    isScan: recording.kind?.meta?.image != null,
  };
  return recordingVerdict(judged, WORDING);
}
