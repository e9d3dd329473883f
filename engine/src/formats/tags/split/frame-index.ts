/** What a recording's index says of its frames, so that a file is split without a search and read only where it matters. */

import type { IndexReader } from "@tagview/wasm/main";
import type { RandomAccess } from "../../../source/random-access.ts";
import { fromAnywhere, supply, wanting } from "../../../source/wants.ts";
import type { Instance } from "../../../worker/instance.ts";
import type { Summary } from "../results.ts";
import type { Snapshot, Totals } from "../snapshot.ts";

/** A row a frame, in file order. */
export interface FrameIndex {
  /** Time of the file's first tag; null without tags. */
  origin: bigint | null;
  /** Where each starts, and where the last one ends. */
  offset: Float64Array;
  tags: Float64Array;
  /** Least and greatest time. */
  min: BigInt64Array;
  max: BigInt64Array;
  /** What they hold; null where there are more channels or tags than are analysed. */
  summary: Summary | null;
}

/** How much a file of `bytes` holds by its index; each of its frames is one message. */
export function totalsOf({ tags }: FrameIndex, bytes: number): Totals {
  return {
    bytes,
    frames: tags.length,
    messages: tags.length,
    tags: tags.reduce((sum, n) => sum + n, 0),
  };
}

/** What an index says is in its file. */
export function overviewOf(index: FrameIndex | null): Snapshot["overview"] {
  if (index === null || index.summary === null) return null;
  return { frames: index.tags.length, summary: index.summary };
}

/** The frames by the index; null where there is none, or one that does not describe the file. */
export async function readFrameIndex(
  instance: Instance<"main" | "more">,
  file: RandomAccess,
): Promise<FrameIndex | null> {
  try {
    return await readIndexWith(instance, file, (reader) => reader.frames());
  } catch {
    // Whoever wants to know what is wrong with it asks `verify`; here it is as good as none.
    return null;
  }
}

/**
 * Reads a file's index, then asks for what it says.
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
