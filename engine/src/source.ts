/**
 * Where bytes come from. A source is described by a plain object that can be posted to a worker,
 * which opens it itself; an open source is one function that puts the next bytes where it is told.
 */

import { TagviewError } from "./errors";

/** A description of a source, free of handles and closures. */
export type SourceDescription =
  /** A file by its path (Node), or its bytes from `from` up to `to`. */
  | { kind: "path"; path: string; name?: string; from?: number; to?: number | null }
  /** An open descriptor: standard input is 0 (Node, on the main thread only). */
  | { kind: "fd"; fd: number; name?: string }
  /** A `File` that was picked or dropped, or any `Blob`. */
  | { kind: "blob"; blob: Blob; name?: string }
  /** Something to fetch. */
  | { kind: "url"; url: string; name?: string }
  /** Bytes in memory. */
  | { kind: "bytes"; bytes: Uint8Array; name?: string };

/** What `scan` and its like accept: a description, or something one follows from. */
export type SourceInput = SourceDescription | string | URL | Blob | Uint8Array;

/** Gives room for `n` bytes inside wasm memory. The view dies with the next call into wasm. */
export type Place = (n: number) => Uint8Array;

/** An open source. */
export interface Source {
  /** Size in bytes, `null` where nobody knows (pipes, chunked responses). */
  readonly byteLength: number | null;
  /** Puts at most `max` bytes into `place(max or fewer)`; how many there were, 0 at the end. */
  read(place: Place, max: number): number | Promise<number>;
  /** Makes byte `offset` the next one to be read; absent where bytes only come one after the other. */
  seek?(offset: number): void;
  /** Lets go of it, also in mid-read. */
  close(): void;
}

/** An open source that can be read anywhere. */
export interface Seekable {
  readonly byteLength: number;
  /** How many bytes may be passed over in search of something. */
  readonly patience: number;
  /** At most `length` bytes from `offset` on. */
  readAt(offset: number, length: number): Uint8Array | Promise<Uint8Array>;
  /** Whether a read takes about as long as some hundred kilobytes do, however short it is. */
  readonly remote: boolean;
  /** The description of a part of it. */
  part(from: number, to: number | null): SourceDescription;
  close(): void;
}

/** A description for anything that is accepted as a source. Text is a path unless it is an http(s) URL. */
export function describe(input: SourceInput): SourceDescription {
  if (typeof input === "string") {
    return /^https?:\/\//i.test(input) ? { kind: "url", url: input } : { kind: "path", path: input };
  }
  if (input instanceof URL) return { kind: "url", url: input.href };
  if (input instanceof Uint8Array) return { kind: "bytes", bytes: input };
  if (input instanceof Blob) return { kind: "blob", blob: input };
  return input;
}

/** What a source is called in messages and results. */
export function nameOf(source: SourceDescription): string {
  if (source.name !== undefined) return source.name;
  switch (source.kind) {
    case "path":
      return source.path;
    case "fd":
      return source.fd === 0 ? "-" : `descriptor ${source.fd}`;
    case "blob":
      return "name" in source.blob && typeof source.blob.name === "string" ? source.blob.name : "bytes";
    case "url":
      return source.url;
    case "bytes":
      return "bytes";
  }
}

/** Bytes in memory, read anywhere. */
export function seekBytes(bytes: Uint8Array): Seekable {
  return {
    byteLength: bytes.length,
    patience: Infinity,
    remote: false,
    readAt: (offset, length) => bytes.subarray(offset, offset + length),
    // A view would be posted with all that it is a view of.
    part: (from, to) => ({ kind: "bytes", bytes: bytes.slice(from, to ?? bytes.length) }),
    close() {},
  };
}

/** A `File` or `Blob`, read anywhere: each read takes a trip to another process. */
export function seekBlob(blob: Blob): Seekable {
  return {
    byteLength: blob.size,
    patience: 16 << 20,
    remote: true,
    readAt: async (offset, length) => new Uint8Array(await blob.slice(offset, offset + length).arrayBuffer()),
    part: (from, to) => ({ kind: "blob", blob: blob.slice(from, to ?? blob.size) }),
    close() {},
  };
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
      const piece = bytes.subarray(at, at + max);
      if (piece.length > 0) place(piece.length).set(piece);
      at += piece.length;
      return piece.length;
    },
    seek(offset) {
      at = offset;
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
      const piece = rest.subarray(0, max);
      place(piece.length).set(piece);
      rest = rest.subarray(piece.length);
      return piece.length;
    },
    close,
  };
}

/** A `File` or `Blob` as a stream: slices of it cost a trip to another process each. */
export function openBlob(blob: Blob): Source {
  const chunks = chunksOf(blob.stream());
  return openChunks(chunks, blob.size, () => void chunks.return());
}

async function* chunksOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array, void> {
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

/** A URL, read as it arrives. */
export async function openUrl(url: string): Promise<Source> {
  const abort = new AbortController();
  let response: Response;
  try {
    response = await fetch(url, { signal: abort.signal });
  } catch (cause) {
    throw new TagviewError("open-failed", "the address can't be reached", "check it and the network", null, {
      cause,
    });
  }
  if (!response.ok || response.body === null) {
    throw new TagviewError("open-failed", `the server answered ${response.status}`, "check the address");
  }
  const chunks = chunksOf(response.body);
  // The length on the wire is not the body's where the server compressed it once more.
  const encoded = response.headers.get("content-encoding") !== null;
  const length = response.headers.get("content-length");
  return openChunks(chunks, encoded || length === null ? null : Number(length), () => abort.abort());
}
