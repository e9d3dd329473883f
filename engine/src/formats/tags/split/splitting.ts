/** Splitting of tagview's own format: by its index if it has one, or by a search. */

import type { RandomAccess } from "../../../source/random-access.ts";
import { isRange, type ScanRequest } from "../request.ts";
import type { SessionResources } from "../session/part-jobs.ts";
import { splitByIndex } from "./by-index.ts";
import { type FrameIndex, readFrameIndex } from "./frame-index.ts";
import { begun, type SplitPart, split } from "./points.ts";
import { isWorthSplitting, largestPart } from "./target-size.ts";

export interface Splitting {
  file: RandomAccess;
  /** The file's index; null without one. */
  index: Promise<FrameIndex | null>;
  /** The parts by that index, or by a search; null if one worker reads everything. */
  parts(index: FrameIndex | null): AsyncIterable<SplitPart> | Iterable<SplitPart> | null;
}

/** Starts to find the parts of a file; null if splitting is useless. `budget` is bytes for held tags. */
export function beginSplitting(
  { instance, file, importing, pool }: SessionResources,
  request: ScanRequest,
  budget: number,
): Splitting | null {
  const isNarrow = isRange(request.selection) && request.clock === undefined;
  const isWorth = pool.size > 1 && isWorthSplitting(file, request);
  // An index is compared with the whole file.
  const isWhole = request.verify === true || !(isNarrow || isWorth);
  if (file === null || importing !== null || isWhole) return null;
  const largest = largestPart(file, pool.size, budget);
  const search = () => split(instance, file, pool.size, largest);
  const index = readFrameIndex(instance, file);
  // With an index no search is needed, but reading the index takes as long as finding the end of the first frame.
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
