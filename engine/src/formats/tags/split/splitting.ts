/** How a recording of tagview's own is split: by its index where it has one, or by what a search finds. */

import type { RandomAccess } from "../../../source/random-access.ts";
import { isRange, type ScanRequest } from "../request.ts";
import type { SessionResources } from "../session/part-jobs.ts";
import { splitByIndex } from "./by-index.ts";
import { type FrameIndex, readFrameIndex } from "./frame-index.ts";
import { begun, type SplitPart, split } from "./points.ts";
import { isWorthSplitting, largestPart } from "./target-size.ts";

export interface Splitting {
  file: RandomAccess;
  /** What the file's index says; null without one. */
  index: Promise<FrameIndex | null>;
  /** The parts by that index, or without one; null where one worker reads all. */
  parts(index: FrameIndex | null): AsyncIterable<SplitPart> | Iterable<SplitPart> | null;
}

/** Begins to find out how a file is split; null where that is of no use. `budget` is bytes for held tags. */
export function beginSplitting(
  { instance, file, importing, pool }: SessionResources,
  request: ScanRequest,
  budget: number,
): Splitting | null {
  const isNarrow = isRange(request.selection);
  const isWorth = pool.size > 1 && isWorthSplitting(file, request);
  // An index is compared with the whole file.
  const isWhole = request.verify === true || !(isNarrow || isWorth);
  if (file === null || importing !== null || isWhole) return null;
  const largest = largestPart(file, pool.size, budget);
  const search = () => split(instance, file, pool.size, largest);
  const index = readFrameIndex(instance, file);
  // Where there is an index, no search is needed; but to know that takes as long as to find the first frame's end.
  const searched = !isNarrow && file.remote ? begun(search()) : null;
  return {
    file,
    index,
    parts(index) {
      if (!isWorth) return null;
      return index === null ? (searched ?? search()) : splitByIndex(index, pool.size, largest);
    },
  };
}
