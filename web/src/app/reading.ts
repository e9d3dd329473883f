/** The reading of a file, or of a part of it, as states. */

import { asTagviewError } from "@tagview/engine";
import { announce } from "../ui/announce";
import { sentence } from "../ui/sentence";
import type { Progress } from "./viewer";

/**
 *     unread --shown--> reading --> read
 *                          |
 *                          +------> failed     it could not be opened; damage is part of `read`
 */
export type Reading<T> =
  | { is: "unread" }
  | { is: "reading"; bytes: number; total: number | null; stop: AbortController }
  | { is: "read"; what: T }
  | { is: "failed"; error: string };

/** Ends a reading, and receives its progress. */
interface ReadingOptions {
  signal: AbortSignal;
  onBytes: (bytes: number, total: number | null) => void;
}

/**
 * Reads something as the states of `holder[key]`; null if it failed, or if a later reading has replaced it.
 */
export async function reads<T, K extends string>(
  holder: NoInfer<Record<K, Reading<T>>>,
  key: K,
  read: (options: ReadingOptions) => Promise<T>,
): Promise<T | null> {
  const stop = new AbortController();
  const states: Record<string, Reading<T>> = holder;
  const isCurrent = (now = states[key]): boolean => now?.is === "reading" && now.stop === stop;
  states[key] = { is: "reading", bytes: 0, total: null, stop };
  try {
    const what = await read({
      signal: stop.signal,
      onBytes: (bytes, total) => {
        if (isCurrent()) states[key] = { is: "reading", bytes, total, stop };
      },
    });
    if (!isCurrent()) return null;
    states[key] = { is: "read", what };
    return what;
  } catch (reason) {
    if (!isCurrent()) return null;
    const error = sentence(asTagviewError(reason));
    states[key] = { is: "failed", error };
    announce(error);
    return null;
  }
}

export function stopped(reading: Reading<unknown>): void {
  if (reading.is === "reading") reading.stop.abort();
}

export function progressOf(reading: Reading<unknown>): Progress {
  if (reading.is !== "reading") return { state: "ended", done: 1, text: "", held: "" };
  const { bytes, total } = reading;
  const done = total === null || total === 0 ? null : Math.min(1, bytes / total);
  return { state: "reading", done, text: done === null ? "" : `${Math.round(100 * done)} %`, held: "" };
}
