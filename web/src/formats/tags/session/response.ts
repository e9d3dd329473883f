/** The measured response of the instrument: another recording of the same channels, counted as the decay is. */

import { asTagviewError, type Lifetime, type ScanRequest } from "@tagview/engine";
import { toJson } from "@tagview/engine/json";
import { engine } from "../../../app/engine";
import { notify } from "../../../app/notice";
import { store } from "../../../app/store";
import { errorText } from "./error-text";
import type { Query } from "./live-queries";
import type { Recording } from "./recording";

/** The counts of a response for one request; null until they are known. */
interface Counted {
  key: string;
  control: AbortController;
  counts: bigint[] | null;
}

const counted = new WeakMap<File, Counted>();

/** Sets the file of the response; null for none. */
export function setResponse(recording: Recording, file: File | null): void {
  if (recording.response) counted.get(recording.response)?.control.abort();
  recording.response = file;
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

function countsOf(file: File, request: ScanRequest, recording: Recording): bigint[] | null {
  const key = toJson(request);
  const known = counted.get(file);
  if (known?.key === key && !known.control.signal.aborted) return known.counts;
  known?.control.abort();
  const begun: Counted = { key, control: new AbortController(), counts: null };
  counted.set(file, begun);
  count(file, request, begun.control.signal).then(
    (counts) => {
      begun.counts = counts;
      store.refresh();
    },
    (thrown: unknown) => {
      if (begun.control.signal.aborted) return;
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
