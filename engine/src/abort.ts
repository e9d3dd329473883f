/** Waits that an `AbortSignal` ends. */

import { cancelled } from "./errors.ts";

/**
 * Returns the result of `promise`, unless `signal` fires first.
 * @throws TagviewError `cancelled`, and errors of `promise`.
 */
export async function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  let abort = (): void => {};
  const aborted = new Promise<never>((_, reject) => {
    abort = () => reject(cancelled(signal));
  });
  if (signal.aborted) abort();
  else signal.addEventListener("abort", abort);
  try {
    // An aborted signal takes precedence over a promise that has settled. `race` handles the rejection of both.
    return await Promise.race([aborted, promise]);
  } finally {
    signal.removeEventListener("abort", abort);
  }
}

/**
 * Waits for `ms`.
 * @throws TagviewError `cancelled` as soon as `signal` fires.
 */
export async function elapsed(ms: number, signal: AbortSignal): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const waiting = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  try {
    await unlessAborted(waiting, signal);
  } finally {
    clearTimeout(timer);
  }
}

/** Closes `source` when `signal` fires, until the returned function is called. */
export function closeOnAbort(
  source: { close(reason?: unknown): void },
  signal: AbortSignal | undefined,
): () => void {
  const close = (): void => source.close(signal?.reason);
  if (signal?.aborted) close();
  signal?.addEventListener("abort", close);
  return () => signal?.removeEventListener("abort", close);
}
