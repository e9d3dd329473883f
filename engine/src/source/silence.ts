/** Servers that stop sending. */

import { unlessAborted } from "../abort.ts";
import { TagviewError } from "../errors.ts";

/** Milliseconds without a byte after which a response has failed. Any byte resets it. */
export const SILENCE_MS = 30_000;

/** Error: no byte arrived for too long. */
export class ServerSilent extends TagviewError {
  constructor(ms: number) {
    const message = `the server was silent for ${ms / 1000} s`;
    super("read-failed", message, "check the network, and open it again");
  }
}

/**
 * Returns the result of `work`. The signal passed to `work` fires after `ms`, or when `signal` fires.
 * @throws ServerSilent after `ms`; TagviewError `cancelled` when `signal` fires; and errors of `work`.
 */
export async function unlessSilent<T>(
  ms: number,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const silent = new AbortController();
  const timer = setTimeout(() => silent.abort(), ms);
  const either = AbortSignal.any([signal, silent.signal]);
  try {
    return await unlessAborted(work(either), either);
  } catch (thrown) {
    if (silent.signal.aborted && !signal.aborted) throw new ServerSilent(ms);
    throw thrown;
  } finally {
    clearTimeout(timer);
  }
}
