/** The program's exit status. */

/** 0 success; 1 damaged, incomplete, failed check or not found; 2 wrong usage or cannot be opened. */
export const Status = { Good: 0, Damaged: 1, Usage: 2, Interrupted: 130 } as const;
export type Status = (typeof Status)[keyof typeof Status];

/** The worse of two statuses, which is the greater one. */
export function worse(a: Status, b: Status): Status {
  return a > b ? a : b;
}

/** Codes of errors that mean wrong usage, or an input or output that cannot be opened. */
const USAGE = new Set(["usage", "open-failed"]);

/** The exit status of a program that ends with this error. */
export function statusOf(error: { code: string }): Status {
  if (error.code === "cancelled") return Status.Interrupted;
  return USAGE.has(error.code) ? Status.Usage : Status.Damaged;
}
