/** How large the parts of a file are to be. */

import type { RandomAccess } from "../../../source/random-access.ts";
import type { ScanRequest } from "../request.ts";
import { areLong } from "../session/analysis-cost.ts";

// Smaller parts cost more than they save; larger ones leave workers waiting at the end.
export const SMALLEST = 1 << 20;
export const LARGEST = 8 << 20;
/** Where each part needs another process to open the file and to share memory with, few are better. */
const LARGEST_REMOTE = 32 << 20;
/** A part is to be so small a share of what a worker has left to read, that all finish at the same time. */
const SHARE = 3;

/** Tags of a part are all held or none, and may take four times its bytes; a part that has no room ends all holding. */
const HELD_PER_BYTE = 4;

/** How many bytes a part is to have where so many bytes are left. */
export type TargetSize = (left: number) => number;

export function sizeOf(left: number, workers: number, largest = LARGEST): number {
  return Math.min(largest, Math.max(SMALLEST, Math.ceil(left / (workers * SHARE))));
}

/** About how many bytes a part of a file has at most that `workers` read, with `budget` bytes for all of their tags. */
export function largestPart(file: RandomAccess, workers: number, budget: number): number {
  if (!file.remote) return LARGEST;
  const fits = budget === 0 ? LARGEST_REMOTE : budget / (workers * HELD_PER_BYTE);
  return Math.min(LARGEST_REMOTE, Math.max(LARGEST, fits));
}

/** Below so many bytes, starting more workers takes longer than they save. */
const WORTH_SPLITTING = 2 << 20;

/** Whether a file is read by more than one worker. */
export function isWorthSplitting(
  file: RandomAccess | null,
  { analyses }: Pick<ScanRequest, "analyses">,
): file is RandomAccess {
  return file !== null && file.byteLength > WORTH_SPLITTING && !areLong(analyses);
}
