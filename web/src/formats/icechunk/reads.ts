import { asTagviewError, type IcechunkReading } from "@tagview/engine";
import type { Progress } from "../../app/viewer";
import { announce } from "../../ui/announce";
import { sentence } from "../../ui/sentence";
import type { Reading } from "./state";

export const FORMAT = "icechunk";

/** Reads something, and reports its state whenever that changes; null if it failed. */
export async function reads<T>(
  onState: (reading: Reading<T>) => void,
  read: (reading: IcechunkReading) => Promise<T>,
): Promise<T | null> {
  const stop = new AbortController();
  onState({ is: "reading", bytes: 0, total: null, stop });
  try {
    const what = await read({
      signal: stop.signal,
      onBytes: (bytes, total) => onState({ is: "reading", bytes, total, stop }),
    });
    onState({ is: "read", what });
    return what;
  } catch (reason) {
    const error = sentence(asTagviewError(reason));
    onState({ is: "failed", error });
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
