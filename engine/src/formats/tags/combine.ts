/** Merges partial results of whole recordings from several programs. */

import type { PartJoiner } from "@tagview/wasm/main";
import type { Instance } from "../../worker/instance.ts";
import type { ScanRequest } from "./request.ts";
import type { Snapshot } from "./snapshot.ts";

/** A merged result, to print and to merge again. */
export interface Combined {
  snapshot: Snapshot;
  /** Bytes for `combine`. */
  partial: Uint8Array;
}

/**
 * Joins partial results of one request, in the order of the recordings.
 * @throws TagviewError `mismatch` if one is of another request or version, was changed, or begins before the previous
 * one ends.
 */
export function combine(instance: Instance, request: ScanRequest, partials: Iterable<Uint8Array>): Combined {
  const joiner = instance.make(({ PartJoiner }): PartJoiner => new PartJoiner(request));
  try {
    for (const partial of partials) joiner.call((joiner) => joiner.joinRecording(partial));
    const partial = joiner.call((joiner) => joiner.save());
    joiner.call((joiner) => joiner.conclude());
    return { partial, snapshot: joiner.call((joiner) => joiner.snapshot()) };
  } finally {
    joiner.free();
  }
}
