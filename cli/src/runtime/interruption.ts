/** What happens when the program is interrupted. */

import { Status } from "./exit-status";

const cleanups = new Set<() => void>();

/** Registers `cleanup` to be called at an interruption; the function returned takes it back. */
export function onInterrupt(cleanup: () => void): () => void {
  cleanups.add(cleanup);
  return () => cleanups.delete(cleanup);
}

/** Makes SIGINT (Ctrl-C), SIGTERM and SIGHUP run all clean-ups and end the program with status 130. */
export function interruptible(): void {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, () => {
      for (const cleanup of cleanups) cleanup();
      process.exit(Status.Interrupted);
    });
  }
}
