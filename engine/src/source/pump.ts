/**
 * Reads bytes from a source into wasm memory, in chunks that keep the thread responsive: a chunk is decoded in a few
 * milliseconds, for any compression ratio.
 */

import { asReadError } from "../errors.ts";
import type { Place, Source } from "./stream.ts";

const SMALLEST = 16 << 10;
const LARGEST = 4 << 20;
const FIRST = 64 << 10;
const TARGET_MS = 12;

/** Receiver of the bytes. */
export interface Sink<T> {
  place: Place;
  /** Processes the first `n` bytes of its buffer. */
  push(n: number): T;
}

/** Bytes per chunk, so that each takes about `target` ms. */
export class ChunkSize {
  bytes = FIRST;
  private readonly target: number;
  private readonly largest: number;

  constructor(target = TARGET_MS, largest = LARGEST) {
    this.target = target;
    this.largest = largest;
  }

  /** Pushes a chunk of `n` bytes, and adapts the size of the next to the time it took. */
  push<T>(sink: Sink<T>, n: number): T {
    const start = performance.now();
    const output = sink.push(n);
    const ms = performance.now() - start;
    if (ms < this.target / 2 && n === this.bytes) this.bytes = Math.min(2 * this.bytes, this.largest);
    if (ms > this.target * 2) this.bytes = Math.max(this.bytes / 2, SMALLEST);
    return output;
  }
}

/** Reads chunks until the source ends or `pushed`, called with the length of each, returns that it has enough. */
export async function pump<T>(
  source: Source,
  sink: Sink<T>,
  pushed: (output: T, n: number) => boolean | Promise<boolean>,
  size = new ChunkSize(),
): Promise<void> {
  for (;;) {
    const read = readChunk(source, sink.place, size.bytes);
    const n = typeof read === "number" ? read : await read;
    if (n === 0) return;
    const more = pushed(size.push(sink, n), n);
    if (!(typeof more === "boolean" ? more : await more)) return;
  }
}

/**
 * Reads a chunk.
 * @throws TagviewError `read-failed` or `changed`, from the source.
 */
export function readChunk(source: Pick<Source, "read">, place: Place, max: number): number | Promise<number> {
  try {
    const n = source.read(place, max);
    return typeof n === "number" ? n : n.catch(failed);
  } catch (thrown) {
    return failed(thrown);
  }
}

/** Reads until `size` bytes are read or the source ends: a pipe returns few at a time. */
export async function readFull(source: Source, place: Place, size: number): Promise<number> {
  let length = 0;
  while (length < size) {
    const from = length;
    const n = await readChunk(source, (n) => place(from + n).subarray(from), size - from);
    if (n === 0) break;
    length += n;
  }
  return length;
}

function failed(thrown: unknown): never {
  throw asReadError(thrown);
}
