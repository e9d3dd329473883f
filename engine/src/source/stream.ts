/** Open sources that are read sequentially. */

/** Returns a view of `n` bytes in wasm memory. It is invalid after the next call into wasm. */
export type Place = (n: number) => Uint8Array;

/** An open source: one function that reads the next bytes into a given place. */
export interface Source {
  /** Size in bytes, `null` if unknown (pipes, chunked responses). */
  readonly byteLength: number | null;
  /** Reads at most `max` bytes into `place(max or fewer)`; returns their number, 0 at the end. */
  read(place: Place, max: number): number | Promise<number>;
  /** Releases it, also during a read. */
  close(): void;
}

/** At most `length` bytes of `source`, from its current position. */
export function limited(source: Source, length: number): Source {
  let left = length;
  const took = (n: number) => {
    left -= n;
    return n;
  };
  return {
    byteLength: source.byteLength,
    read(place, max) {
      if (left <= 0) return 0;
      const n = source.read(place, Math.min(max, left));
      return typeof n === "number" ? took(n) : n.then(took);
    },
    close: () => source.close(),
  };
}

/** Bytes in memory as a source. */
export function openBytes(bytes: Uint8Array): Source {
  let at = 0;
  return {
    byteLength: bytes.length,
    read(place, max) {
      const chunk = bytes.subarray(at, at + max);
      if (chunk.length > 0) place(chunk.length).set(chunk);
      at += chunk.length;
      return chunk.length;
    },
    close() {},
  };
}

/** Arriving chunks (a pipe, the body of a response) as a source. */
export function openChunks(
  chunks: AsyncIterator<Uint8Array>,
  byteLength: number | null,
  close: () => void,
): Source {
  let rest: Uint8Array = new Uint8Array(0);
  return {
    byteLength,
    async read(place, max) {
      while (rest.length === 0) {
        const next = await chunks.next();
        if (next.done) return 0;
        rest = next.value;
      }
      const chunk = rest.subarray(0, max);
      place(chunk.length).set(chunk);
      rest = rest.subarray(chunk.length);
      return chunk.length;
    },
    close,
  };
}

/** A `File` or `Blob` as a stream: each slice would be a round trip to another process. */
export function openBlob(blob: Blob): Source {
  const chunks = chunksOf(blob.stream());
  return openChunks(chunks, blob.size, () => void chunks.return());
}

/** The chunks of a stream, which is cancelled when reading ends. */
export async function* chunksOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    // Reading has ended; a failed stream has already reported its error.
    reader.cancel().catch(() => {});
  }
}
