/** How much memory there is for the tags of a recording that is about to be read. */

import { snapshotOf } from "./reading";
import type { Recording } from "./recording";

const MB = 1_000_000;
/** Megabytes for a recording on the page, even where others have taken all there is. */
const LEAST_MB = 256;

/**
 * Bytes of the budget, in megabytes, that no other recording has: of one that is still being read, all that it was
 * given counts. A recording that is shown has a part in any case; one that is only counted has not.
 */
export function memoryLeft(budget: number, others: readonly Recording[], isShown: boolean): number {
  const taken = others.reduce((sum, recording) => sum + takenBy(recording), 0);
  const left = Math.max(0, budget * MB - taken);
  return isShown ? Math.max(left, Math.min(budget, LEAST_MB) * MB) : left;
}

function takenBy({ reading, budget }: Recording): number {
  if (reading.phase === "unread") return 0;
  return reading.phase === "running" ? budget : (snapshotOf(reading)?.held?.bytes ?? 0);
}
