/** Target sizes of the parts of a file. */

import type { RandomAccess } from "../../../source/random-access.ts";
import type { ScanRequest } from "../request.ts";
import { areLong } from "../session/analysis-cost.ts";

// Smaller parts cost more than they save; larger ones leave workers idle at the end.
export const SMALLEST = 1 << 20;
export const LARGEST = 8 << 20;
/** Minimum if each part needs another process to open the file and share memory. */
const LARGEST_REMOTE = 32 << 20;
/** Share of a worker's remaining bytes in a part, so that all workers finish at the same time. */
const SHARE = 3;

/**
 * All tags of a part are held or none, and may take four times its bytes; a part that does not fit ends all holding.
 */
const HELD_PER_BYTE = 4;

/** Returns the target bytes of a part for a number of remaining bytes. */
export type TargetSize = (left: number) => number;

export function sizeOf(left: number, workers: number, largest = LARGEST): number {
  return Math.min(largest, Math.max(SMALLEST, Math.ceil(left / (workers * SHARE))));
}

/** Approximate maximum bytes of a part for `workers` workers, with `budget` bytes for all of their tags. */
export function largestPart(file: RandomAccess, workers: number, budget: number): number {
  if (!file.remote) return LARGEST;
  const fits = budget === 0 ? LARGEST_REMOTE : budget / (workers * HELD_PER_BYTE);
  return Math.min(LARGEST_REMOTE, Math.max(LARGEST, fits));
}

/** Size in bytes below which starting more workers takes longer than they save. */
const WORTH_SPLITTING = 2 << 20;

/** Whether several workers read a file. A software clock numbers its tags from the first one. */
export function isWorthSplitting(
  file: RandomAccess | null,
  { analyses, clock }: Pick<ScanRequest, "analyses" | "clock">,
): file is RandomAccess {
  return clock === undefined && file !== null && file.byteLength > WORTH_SPLITTING && !areLong(analyses);
}
