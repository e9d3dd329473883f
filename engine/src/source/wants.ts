/**
 * The driver of all wasm classes that request bytes:
 *
 *     wants() -> {input, offset, length} -> reserve(n), push(n) ... -> end() -> wants() ... -> undefined
 */

import { ChunkSize, readChunk, type Sink } from "./pump.ts";
import type { RandomAccess } from "./random-access.ts";
import type { Place, Source } from "./stream.ts";

/** The next requested bytes: at most `length` from `offset` of input number `input`. */
export interface Wanted {
  input: number;
  offset: number;
  length: number;
}

/** Such a class. */
export interface Wanting<T> extends Sink<T> {
  wants(): Wanted | undefined;
  /** All requested bytes that exist were pushed. */
  end(): T;
}

/** Such a class of the wasm module, with a buffer in its memory. */
export interface WantingObject<T> {
  call<R>(f: (object: Omit<Wanting<T>, "place">) => R): R;
  place: Place;
}

export function wanting<T>({ call, place }: WantingObject<T>): Wanting<T> {
  return {
    wants: () => call((object) => object.wants()),
    place,
    push: (n) => call((object) => object.push(n)),
    end: () => call((object) => object.end()),
  };
}

/** Result of a chunk of `n` bytes of an input, or of the end of the requested bytes (`n` is 0). */
export interface Supplied<T> {
  output: T;
  input: number;
  n: number;
}

/** Reads the bytes of an input from `offset`. */
export type BytesAt = (offset: number, place: Place, max: number) => number | Promise<number>;

/** Bytes of a file with random access; `signal` ends a wait for them. */
export function fromAnywhere(file: RandomAccess, signal?: AbortSignal): BytesAt {
  return (offset, place, max) => file.readAt(offset, place, max, signal);
}

/** Bytes of a sequential source: requests are always for the next ones. */
export function fromStream(source: Source): BytesAt {
  return (_, place, max) => source.read(place, max);
}

/** Feeds `job` with the requested bytes while the iteration continues, in chunks that take it about `turn` ms. */
export async function* supply<T>(
  job: Wanting<T>,
  bytesOf: (input: number) => BytesAt,
  turn?: number,
): AsyncGenerator<Supplied<T>, void> {
  const size = new ChunkSize(turn);
  for (;;) {
    const wanted = job.wants();
    if (wanted === undefined) return;
    const { input } = wanted;
    const bytesAt = bytesOf(input);
    let { offset, length } = wanted;
    while (length > 0) {
      const source = { read: (place: Place, max: number) => bytesAt(offset, place, max) };
      const read = readChunk(source, job.place, Math.min(size.bytes, length));
      const n = typeof read === "number" ? read : await read;
      if (n === 0) break;
      const output = size.push(job, n);
      offset += n;
      length -= n;
      yield { output, input, n };
    }
    yield { output: job.end(), input, n: 0 };
  }
}
