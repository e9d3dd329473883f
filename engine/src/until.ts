/** Work that a signal ends. */

import { unlessAborted } from "./abort.ts";
import type { Keys } from "./arguments.ts";
import { cancelled, TagviewError } from "./errors.ts";
import type { Resources } from "./resources.ts";
import { OpenSources } from "./source/open-sources.ts";
import type { Write } from "./write.ts";

/** Options of a call without other options. */
export interface CallOptions {
  /** Ends the call, which rejects with `cancelled`; the cause of the error is the reason of the signal. */
  signal?: AbortSignal | undefined;
}

export const CALL: Keys<CallOptions> = { signal: true };

/**
 * Runs `work` until `signal` fires or the engine is closed. Then every source opened by `work` is closed, waiting reads
 * reject, and so does the returned promise, even if `work` awaits another promise.
 * @throws TagviewError `cancelled`, and errors of `work`.
 */
export async function until<T>(
  resources: Resources,
  signal: AbortSignal | undefined,
  work: (resources: Resources) => Promise<T>,
): Promise<T> {
  const ending = new AbortController();
  const end = (): void => ending.abort(either.reason);
  // A signal of its own for each call: Node warns of many listeners of one signal.
  const either = AbortSignal.any(signal === undefined ? [resources.closed] : [resources.closed, signal]);
  if (either.aborted) throw cancelled(either);
  either.addEventListener("abort", end);
  const sources = new OpenSources(ending.signal);
  const { open, openAnywhere } = resources;
  const ended: Resources = {
    ...resources,
    closed: ending.signal,
    open: (source, until) => sources.open((signal) => open(source, signal), until),
    openAnywhere: (source, until) => sources.openAnywhere((signal) => openAnywhere(source, signal), until),
  };
  try {
    return await unlessAborted(work(ended), ending.signal);
  } finally {
    either.removeEventListener("abort", end);
  }
}

/**
 * Returns a `Write` that calls `write` until `signal` fires; then it rejects with `cancelled`, even if `write` never
 * settles.
 * @throws TagviewError `usage` if `write` is not a function.
 */
export function writeUntil(write: Write, signal: AbortSignal): Write {
  if (typeof write !== "function")
    throw new TagviewError(
      "usage",
      "`write` is not a function",
      "give a function that takes the bytes of the output",
    );
  return async (bytes) => {
    if (signal.aborted) throw cancelled(signal);
    await unlessAborted(write(bytes), signal);
  };
}
