/** Partial results of whole recordings: what several programs found, joined into what one would have found. */

import type { PartJoiner } from "@tagview/wasm/main";
import type { Instance } from "../../worker/instance.ts";
import type { ScanRequest } from "./request.ts";
import type { Snapshot } from "./snapshot.ts";

/** What was found, to be printed and to be joined again. */
export interface Combined {
  snapshot: Snapshot;
  /** In the bytes that `combine` joins. */
  partial: Uint8Array;
}

/**
 * Joins partial results of one request, in the order of the recordings.
 * @throws TagviewError `mismatch` where one is of another request or version, was changed, or begins before the one in front
 * of it ends.
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
