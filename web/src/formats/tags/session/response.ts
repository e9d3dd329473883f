/** The measured response of the instrument: another recording of the same channels, counted as the decay is. */

import { asTagviewError, type Lifetime, type ScanRequest } from "@tagview/engine";
import { toJson } from "@tagview/engine/json";
import { engine } from "../../../app/engine";
import { notify } from "../../../app/notice";
import { reactive } from "../../../ui/signals";
import { errorText } from "./error-text";
import type { Query } from "./live-queries";
import type { Recording } from "./recording";

/** The counts of a response for the request `key`. */
type Counts = { key: string } & (
  | { is: "counting"; control: AbortController }
  | { is: "counted"; counts: bigint[] }
);

/** What is known of the response in a file. */
interface Known {
  counts: Counts | null;
}

const knownByFile = new WeakMap<File, Known>();

function knownOf(file: File): Known {
  const known = knownByFile.get(file) ?? reactive<Known>({ counts: null });
  knownByFile.set(file, known);
  return known;
}

/** The response that is being counted; null for none. */
export function countedResponse({ response }: Recording): File | null {
  return response !== null && knownOf(response).counts?.is === "counting" ? response : null;
}

/** Removes a response that is not counted yet. */
export function stopResponse(recording: Recording): void {
  if (countedResponse(recording) !== null) setResponse(recording, null);
}

/** Sets the file of the response; null for none. */
export function setResponse(recording: Recording, file: File | null): void {
  if (recording.response) forget(recording.response);
  recording.response = file;
}

function forget(file: File): void {
  const known = knownOf(file);
  if (known.counts?.is === "counting") known.counts.control.abort();
  known.counts = null;
}

/** Adds the counts of the response to the query of the lifetime, once they are known. */
export function withResponse(query: Query, recording: Recording): Query {
  const { response } = recording;
  if (query.topic !== "lifetime" || response === null) return query;
  const counts = countsOf(response, query.request, recording);
  if (counts === null) return query;
  const analyses = query.request.analyses.map((one) =>
    one.name === "lifetime" ? { ...one, response: counts } : one,
  );
  return { ...query, request: { ...query.request, analyses } };
}

/** The counts for this request; null while they are counted. */
function countsOf(file: File, request: ScanRequest, recording: Recording): bigint[] | null {
  const key = toJson(request);
  const known = knownOf(file);
  const { counts } = known;
  if (counts?.key === key) return counts.is === "counted" ? counts.counts : null;
  forget(file);
  const control = new AbortController();
  known.counts = { key, is: "counting", control };
  count(file, request, control.signal).then(
    (counts) => {
      if (control.signal.aborted) return;
      known.counts = { key, is: "counted", counts };
    },
    (thrown: unknown) => {
      if (control.signal.aborted) return;
      setResponse(recording, null);
      notify(`${file.name}: ${errorText(asTagviewError(thrown).toObject())}`);
    },
  );
  return null;
}

/** @throws TagviewError if the response cannot be read, or has no such channels. */
async function count(file: File, request: ScanRequest, signal: AbortSignal): Promise<bigint[]> {
  const { analyses, error } = await engine.tags.scan(file, request, { signal });
  if (error !== null) throw error;
  return Array.from((analyses.lifetime as Lifetime).counts, BigInt);
}
