/**
 * From a source into wasm memory, in pieces of a size that keeps the thread answering: a piece
 * is what decodes in some milliseconds, however well the file compresses.
 */

import { asTagviewError, TagviewError } from "./errors";
import { placeIn } from "./instance";
import type { Place, Source } from "./source";

/** A class of the wasm module that takes file bytes. */
export interface Job<T> {
  reserve(n: number): number;
  push(n: number): T;
}

const SMALLEST = 16 << 10;
const LARGEST = 4 << 20;
const FIRST = 64 << 10;
const AIM_MS = 12;

/**
 * Reads pieces that take about `aim` ms, of up to `largest` bytes, until the source ends or `pushed`, called after each with its length, answers that it is enough.
 */
export async function feed<T>(
  source: Source,
  job: Job<T>,
  push: (n: number) => T,
  pushed: (output: T, n: number) => boolean | Promise<boolean>,
  { aim = AIM_MS, largest = LARGEST } = {},
): Promise<void> {
  const place = placeIn(job);
  let size = FIRST;
  for (;;) {
    const read = readPiece(source, place, size);
    const n = typeof read === "number" ? read : await read;
    if (n === 0) return;
    const start = performance.now();
    const output = push(n);
    const ms = performance.now() - start;
    if (ms < aim / 2 && n === size) size = Math.min(2 * size, largest);
    if (ms > aim * 2) size = Math.max(size / 2, SMALLEST);
    const more = pushed(output, n);
    if (!(typeof more === "boolean" ? more : await more)) return;
  }
}

/**
 * Reads a piece.
 * @throws TagviewError `read-failed` where the source does.
 */
export function readPiece(source: Source, place: Place, max: number): number | Promise<number> {
  try {
    const n = source.read(place, max);
    return typeof n === "number" ? n : n.catch(failed);
  } catch (thrown) {
    return failed(thrown);
  }
}

function failed(thrown: unknown): never {
  if (thrown instanceof TagviewError) throw thrown;
  const detail = asTagviewError(thrown).cause;
  const why = detail instanceof Error ? detail.message : String(detail);
  throw new TagviewError("read-failed", `reading stopped (${why})`, "try again from the start", null, {
    cause: thrown,
  });
}
