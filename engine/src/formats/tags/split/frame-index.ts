/** A recording's index of frames, to split a file without a search and to read only selected frames. */

import type { IndexReader } from "@tagview/wasm/main";
import type { RandomAccess } from "../../../source/random-access.ts";
import { fromAnywhere, supply, wanting } from "../../../source/wants.ts";
import type { Instance } from "../../../worker/instance.ts";
import type { Summary } from "../results.ts";
import type { Snapshot, Totals } from "../snapshot.ts";

/** One row per frame, in file order. */
export interface FrameIndex {
  /** Time of the file's first tag; null without tags. */
  origin: bigint | null;
  /** Start offsets, and the end of the last frame. */
  offset: Float64Array;
  tags: Float64Array;
  /** Earliest and latest time. */
  min: BigInt64Array;
  max: BigInt64Array;
  /** Their contents; null if there are more channels or tags than supported. */
  summary: Summary | null;
}

/** Totals of a file of `bytes` from its index; each of its frames is one message. */
export function totalsOf({ tags }: FrameIndex, bytes: number): Totals {
  return {
    bytes,
    frames: tags.length,
    messages: tags.length,
    tags: tags.reduce((sum, n) => sum + n, 0),
  };
}

/** Contents of the file according to the index. */
export function overviewOf(index: FrameIndex | null): Snapshot["overview"] {
  if (index === null || index.summary === null) return null;
  return { frames: index.tags.length, summary: index.summary };
}

/** The frames from the index; null without an index that describes the file. */
export async function readFrameIndex(
  instance: Instance<"main" | "more">,
  file: RandomAccess,
): Promise<FrameIndex | null> {
  try {
    return await readIndexWith(instance, file, (reader) => reader.frames());
  } catch {
    // `verify` reports errors of an index; here it is ignored.
    return null;
  }
}

/**
 * Reads a file's index, then its entries.
 * @throws TagviewError `bad-index`.
 */
export async function readIndexWith<T>(
  instance: Instance<"main" | "more">,
  file: RandomAccess,
  ask: (reader: IndexReader) => T,
): Promise<T> {
  const reader = instance.make(({ IndexReader }) => new IndexReader(file.byteLength));
  try {
    for await (const _ of supply(wanting(reader), () => fromAnywhere(file)));
    return reader.call(ask);
  } finally {
    reader.free();
  }
}
