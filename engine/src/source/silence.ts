/** Servers that stop sending. */

import { unlessAborted } from "../abort.ts";
import { TagviewError } from "../errors.ts";

/** Milliseconds without a byte after which an answer has failed. However slow the bytes come, they reset it. */
export const SILENCE_MS = 30_000;

/** No byte came for too long. */
export class ServerSilent extends TagviewError {
  constructor(ms: number) {
    const message = `the server was silent for ${ms / 1000} s`;
    super("read-failed", message, "check the network, and open it again");
  }
}

/**
 * The result of `work`. The signal that `work` gets fires when `ms` are over, or `signal` fires.
 * @throws ServerSilent after `ms`; TagviewError `cancelled` when `signal` fires; and what `work` throws.
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
