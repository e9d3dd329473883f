/** The exit status, and what happens before it at an interruption. */

/** 0 all good; 1 damaged, incomplete, failed a check or not found; 2 wrong usage or can't be opened. */
export const Status = { Good: 0, Damaged: 1, Usage: 2, Interrupted: 130 } as const;
export type Status = (typeof Status)[keyof typeof Status];

/** The worse of two. */
export function worse(a: Status, b: Status): Status {
  return a > b ? a : b;
}

const cleanups = new Set<() => void>();

/** Calls `cleanup` should the program be interrupted; the result takes it back. */
export function onInterrupt(cleanup: () => void): () => void {
  cleanups.add(cleanup);
  return () => cleanups.delete(cleanup);
}

/** Makes Ctrl-C and its like leave nothing behind. */
export function interruptible(): void {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, () => {
      for (const cleanup of cleanups) cleanup();
      process.exit(Status.Interrupted);
    });
  }
}
