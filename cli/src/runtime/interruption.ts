/** Handles interruptions of the program. */

import { Status } from "./exit-status";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
const cleanups = new Set<() => void>();

/** Registers `cleanup` to be called at an interruption; the function returned takes it back. */
export function onInterrupt(cleanup: () => void): () => void {
  cleanups.add(cleanup);
  return () => cleanups.delete(cleanup);
}

/** Makes SIGINT (Ctrl-C), SIGTERM and SIGHUP run all clean-ups and end the program with status 130. */
export function interruptible(): void {
  for (const signal of SIGNALS) process.on(signal, interrupted);
}

/**
 * Runs `f`, which may keep the thread for long, so that it would hear of no signal: meanwhile a signal ends the program
 * at once, by the system's default, unless there is something to clean up. A signal that has come and was not heard of
 * yet is lost, so the event loop turns before.
 */
export function keepingThread<T>(f: () => T): T {
  if (cleanups.size > 0) return f();
  for (const signal of SIGNALS) process.off(signal, interrupted);
  try {
    return f();
  } finally {
    interruptible();
  }
}

function interrupted(): void {
  for (const cleanup of cleanups) cleanup();
  process.exit(Status.Interrupted);
}
