/** Memory for the tags of a recording before it is read. */

import { snapshotOf } from "./reading";
import type { Recording } from "./recording";

const MB = 1_000_000;
/** Minimum for a displayed recording in megabytes, even if other recordings use all memory. */
const LEAST_MB = 256;

/**
 * Bytes of the budget (in megabytes) that no other recording uses; a recording that is still being read uses all of its
 * share. A displayed recording always gets a minimum, one that is only counted does not.
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
