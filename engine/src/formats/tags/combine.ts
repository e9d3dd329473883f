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

export interface CombineOptions {
  /**
   * Whether the recordings are independent runs, each with its own time origin: counts and time spans are added, and nothing is
   * counted across the border of two recordings.
   */
  sum?: boolean;
}

/**
 * Joins partial results of one request, in the order of the recordings.
 * @throws TagviewError `mismatch` if one is of another request or version, was changed, or begins before the previous
 * one ends; `usage` if results of independent runs can't be added.
 */
export function combine(
  instance: Instance,
  request: ScanRequest,
  partials: Iterable<Uint8Array>,
  { sum = false }: CombineOptions = {},
): Combined {
  const joiner = instance.make(({ PartJoiner }): PartJoiner => new PartJoiner(request));
  try {
    for (const partial of partials)
      joiner.call((joiner) => (sum ? joiner.sumRecording(partial) : joiner.joinRecording(partial)));
    const partial = joiner.call((joiner) => joiner.save());
    joiner.call((joiner) => joiner.conclude());
    return {
      partial,
      snapshot: joiner.call((joiner) => joiner.snapshot()),
    };
  } finally {
    joiner.free();
  }
}
