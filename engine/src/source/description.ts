/** What names a source: a plain object, free of handles, that can be posted to a worker, which opens it itself. */

import { TagviewError } from "../errors.ts";

export type SourceDescription = SourceLocation & {
  /** The format it is read as, where that was found out; null for the one that its content tells by itself. */
  readAs?: ReadAs | null;
};

/** A source of which it is known as which format it is read. */
export type KnownSource = SourceDescription & { readAs: ReadAs | null };

/** A format that is read as another one, and what has to be known for that. */
export interface ReadAs {
  import: string;
  /** Of a text: which of its columns is what, as in `time,channel`. */
  columns?: string;
  /** Of a text: the unit of its times. */
  unit?: string;
  /** Of a text whose times have a unit: the length of the ticks that they become, with its unit. */
  tick?: string;
}

type SourceLocation =
  /** A file by its path (Node), or its bytes from `from` up to `to`. */
  | { kind: "path"; path: string; name?: string; from?: number; to?: number | null; of?: FileIdentity }
  /** An open descriptor: standard input is 0 (Node, on the main thread only). */
  | { kind: "fd"; fd: number; name?: string }
  /** A `File` that was picked or dropped, or any `Blob`. */
  | { kind: "blob"; blob: Blob; name?: string }
  /** A file by the handle that a browser gives of it, or its bytes from `from` up to `to`: it may grow. */
  | { kind: "handle"; handle: FileSystemFileHandle; name?: string; from?: number; to?: number | null }
  /** Something to fetch, or its bytes from `from` up to `to`, where the server gives them. */
  | { kind: "url"; url: string; name?: string; from?: number; to?: number | null; of?: UrlVersion }
  /** What another thread has opened, which gives its bytes once: see `port.ts`. */
  | { kind: "port"; port: MessagePort; byteLength: number | null; name: string }
  /** A stream, which is read once, on the caller's thread. */
  | { kind: "stream"; stream: ReadableStream<Uint8Array>; byteLength: number | null; name?: string }
  /** An object whose bytes can be sliced, or its bytes from `from` up to `to`, read on the caller's thread. */
  | { kind: "slices"; source: SliceableBytes; name?: string; from?: number; to?: number | null }
  /** Bytes in memory. */
  | { kind: "bytes"; bytes: Uint8Array; name?: string };

/** An object of the caller's from which bytes are read anywhere. */
export interface SliceableBytes {
  readonly byteLength: number;
  /** Returns the bytes from `start` up to `end`. */
  slice(start: number, end: number): ArrayBuffer | ArrayBufferView | Promise<ArrayBuffer | ArrayBufferView>;
}

/** Which file lay at a path when it was first opened; all parts of one reading are of this file. */
export interface FileIdentity {
  device: bigint;
  inode: bigint;
  /** Bytes it had; it may have grown since. */
  size: number;
}

/** Which version of a file lay at an address when it was first opened; all parts of one reading are of this version. */
export interface UrlVersion {
  /** The `ETag` or, without one, the `Last-Modified` of the answer; null where the server gives neither. */
  validator: string | null;
  /** Bytes of the whole file; null where the answer does not state them. */
  size: number | null;
}

/** What is accepted as a source: a description, or something one follows from. */
export type SourceInput =
  | SourceDescription
  | string
  | URL
  | Blob
  | ArrayBuffer
  | ArrayBufferView
  | ReadableStream<Uint8Array>
  | Response
  | SliceableBytes;

/** What a description may have as its kind. */
const KINDS = ["path", "fd", "blob", "handle", "url", "port", "stream", "slices", "bytes"];

/**
 * A description for anything that is accepted as a source. Text is a path unless it is an http(s) or s3 URL.
 * @throws TagviewError `usage` for anything else; `open-failed` for a response that reports a failure.
 */
export function describe(input: SourceInput): SourceDescription {
  if (typeof input === "string") {
    return /^(https?|s3):\/\//i.test(input) ? { kind: "url", url: input } : { kind: "path", path: input };
  }
  if (input instanceof URL) return { kind: "url", url: input.href };
  if (input instanceof Uint8Array) return { kind: "bytes", bytes: input };
  if (input instanceof ArrayBuffer) return { kind: "bytes", bytes: new Uint8Array(input) };
  if (ArrayBuffer.isView(input)) {
    return { kind: "bytes", bytes: new Uint8Array(input.buffer, input.byteOffset, input.byteLength) };
  }
  if (input instanceof Blob) return { kind: "blob", blob: input };
  if (input instanceof ReadableStream) return { kind: "stream", stream: input, byteLength: null };
  if (input instanceof Response) return describeResponse(input);
  if (typeof input === "object" && input !== null) {
    if ("kind" in input && KINDS.includes(input.kind)) return input;
    if ("slice" in input && typeof input.slice === "function" && typeof input.byteLength === "number")
      return { kind: "slices", source: input };
  }
  throw new TagviewError(
    "usage",
    "the input is no source of bytes",
    "give a path, a URL, a File or Blob, a Response, a stream, bytes, or an object with byteLength and slice",
  );
}

function describeResponse({ ok, status, body, headers, url }: Response): SourceDescription {
  if (!ok) throw new TagviewError("open-failed", `the server answered ${status}`, "check the address");
  if (body === null) return { kind: "bytes", bytes: new Uint8Array(0) };
  // The length on the wire is not that of the body where the server compressed it.
  const length = headers.get("content-encoding") === null ? headers.get("content-length") : null;
  const name = url === "" ? {} : { name: url };
  return { kind: "stream", stream: body, byteLength: length === null ? null : Number(length), ...name };
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
    case "handle":
      return source.handle.name;
    case "url":
      return source.url;
    case "port":
      return source.name;
    case "stream":
      return "stream";
    case "slices":
    case "bytes":
      return "bytes";
  }
}
