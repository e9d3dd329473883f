/** Split points of a file by its index. */

import type { Selection } from "../request.ts";
import type { FrameIndex } from "./frame-index.ts";
import type { SplitPart } from "./points.ts";
import { LARGEST, sizeOf } from "./target-size.ts";

/** Parts of whole frames, of at most about `largest` bytes; the last one extends to the end of the file. */
export function* splitByIndex(
  { offset }: FrameIndex,
  workers: number,
  largest: number,
): Generator<SplitPart> {
  const size = offset.at(-1) ?? 0;
  let from = 0;
  for (const start of offset.subarray(0, -1)) {
    if (start - from < sizeOf(size - from, workers, largest)) continue;
    yield { from, to: start };
    from = start;
  }
  yield { from, to: null };
}

/** A part with a known length and, from the index, its number of tags. */
export interface IndexedPart extends SplitPart {
  to: number;
  tags: number;
}

/**
 * Parts of the frames with times in the selected range, of at most about `largest` bytes; `origin` is the time of the
 * file's first tag.
 */
export function* splitRange(
  { offset, tags, min, max }: FrameIndex,
  origin: bigint,
  { from, to }: Selection,
  workers: number,
  largest = LARGEST,
): Generator<IndexedPart> {
  const wanted = tags.map((n, k) => {
    const [least = 0n, greatest = 0n] = [min[k], max[k]];
    const begins = to === undefined || least <= origin + to;
    const lasts = from === undefined || origin + from <= greatest;
    return Number(n > 0 && begins && lasts);
  });
  let left = wanted.reduce((sum, is, k) => sum + is * ((offset[k + 1] ?? 0) - (offset[k] ?? 0)), 0);
  let part: IndexedPart = { from: 0, to: 0, tags: 0 };
  for (let k = 0; k < tags.length; k += 1) {
    if (wanted[k] === 0) continue;
    const [begin, end] = [offset[k] ?? 0, offset[k + 1] ?? 0];
    if (part.to !== begin || part.to - part.from >= Math.min(largest, sizeOf(left, workers))) {
      if (part.tags > 0) yield part;
      left -= part.to - part.from;
      part = { from: begin, to: begin, tags: 0 };
    }
    part = { from: part.from, to: end, tags: part.tags + (tags[k] ?? 0) };
  }
  if (part.tags > 0) yield part;
}
