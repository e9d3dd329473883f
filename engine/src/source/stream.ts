/** Open sources whose bytes come one after the other. */

/** Gives room for `n` bytes inside wasm memory. The view dies with the next call into wasm. */
export type Place = (n: number) => Uint8Array;

/** An open source: one function that puts the next bytes where it is told. */
export interface Source {
  /** Size in bytes, `null` where nobody knows (pipes, chunked responses). */
  readonly byteLength: number | null;
  /** Puts at most `max` bytes into `place(max or fewer)`; answers how many there were, 0 at the end. */
  read(place: Place, max: number): number | Promise<number>;
  /** Lets go of it, also in mid-read. */
  close(): void;
}

/** At most `length` bytes of `source`, from where it stands. */
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

/** Chunks as they come (a pipe, a response body) as a source. */
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

/** A `File` or `Blob` as a stream: slices of it cost a trip to another process each. */
export function openBlob(blob: Blob): Source {
  const chunks = chunksOf(blob.stream());
  return openChunks(chunks, blob.size, () => void chunks.return());
}

/** The chunks of a stream, which is cancelled when nobody reads on. */
export async function* chunksOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    // Nobody reads on; a stream that has failed has told so.
    reader.cancel().catch(() => {});
  }
}
