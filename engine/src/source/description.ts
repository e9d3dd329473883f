/** Description of a source: a plain object without handles, posted to a worker, which opens the source. */

import { assertKeys, type Keys } from "../arguments.ts";
import { TagviewError } from "../errors.ts";

export type SourceDescription = SourceLocation & {
  /** The format it is read as, if detected before; null for the one that its content determines. */
  readAs?: ReadAs | null;
};

/** A source whose format is known. */
export type KnownSource = SourceDescription & { readAs: ReadAs | null };

/** A format read as another one, with its options. */
export interface ReadAs {
  import: string;
  /** For a text file: the order of its columns, as in `time,channel`. */
  columns?: string;
  /** For a text file: the unit of its times. */
  unit?: string;
  /** For a text file whose times have a unit: the length of the resulting ticks, with its unit. */
  tick?: string;
  /** For a recording in T3 mode: the microtimes of the selected photons, as in `2ns..10ns`. */
  microtime?: string;
  /** Unit of the microtimes of a recording that does not state it, as in `4.07ps`. */
  delay_unit?: string;
  /** Text of the file with settings next to a recording: the `.set` file of a Becker & Hickl recording. */
  setup?: string;
}

type SourceLocation =
  /** A file by its path (Node), or its bytes from `from` up to `to`. */
  | { kind: "path"; path: string; name?: string; from?: number; to?: number | null; of?: FileIdentity }
  /** An open descriptor: standard input is 0 (Node, on the main thread only). */
  | { kind: "fd"; fd: number; name?: string }
  /** A picked or dropped `File`, or any `Blob`. */
  | { kind: "blob"; blob: Blob; name?: string }
  /** A file by its browser handle, or its bytes from `from` up to `to`: it may grow. */
  | { kind: "handle"; handle: FileSystemFileHandle; name?: string; from?: number; to?: number | null }
  /** An address, or its bytes from `from` up to `to`, if the server supports ranges. */
  | { kind: "url"; url: string; name?: string; from?: number; to?: number | null; of?: UrlVersion }
  /** A source opened by another thread, which sends its bytes once: see `port.ts`. */
  | { kind: "port"; port: MessagePort; byteLength: number | null; name: string }
  /** A stream, which is read once, on the caller's thread. */
  | { kind: "stream"; stream: ReadableStream<Uint8Array>; byteLength: number | null; name?: string }
  /** An object with `slice`, or its bytes from `from` up to `to`, whose function runs on the caller's thread. */
  | { kind: "slices"; source: SliceableBytes; name?: string; from?: number; to?: number | null }
  /** Bytes in memory. */
  | { kind: "bytes"; bytes: Uint8Array; name?: string };

/** The caller's object with random access. */
export interface SliceableBytes {
  readonly byteLength: number;
  /** Returns the bytes from `start` up to `end`. */
  slice(start: number, end: number): ArrayBuffer | ArrayBufferView | Promise<ArrayBuffer | ArrayBufferView>;
}

/** Identity of the file at a path when it was first opened; all parts of one reading are of this file. */
export interface FileIdentity {
  device: bigint;
  inode: bigint;
  /** Its size in bytes then; it may have grown since. */
  size: number;
}

/** Version of the file at an address when it was first opened; all parts of one reading are of this version. */
export interface UrlVersion {
  /** The `ETag` or, without one, the `Last-Modified` of the response; null if the server sends neither. */
  validator: string | null;
  /** Bytes of the whole file; null if the response does not state them. */
  size: number | null;
}

/** Accepted as a source: a description, or a value that can be converted to one. */
export type SourceInput =
  | SourceDescription
  | string
  | URL
  | Blob
  | ArrayBuffer
  | ArrayBufferView
  | ReadableStream<Uint8Array>
  | AsyncIterable<Uint8Array>
  | Response
  | SliceableBytes;

type Kind = SourceDescription["kind"];

const COMMON = { kind: true, name: true, readAs: true } as const;
const RANGE = { from: true, to: true } as const;
/** The keys of each kind of description. */
const KEYS: { readonly [K in Kind]: Keys<Extract<SourceDescription, { kind: K }>> } = {
  path: { ...COMMON, path: true, ...RANGE, of: true },
  fd: { ...COMMON, fd: true },
  blob: { ...COMMON, blob: true },
  handle: { ...COMMON, handle: true, ...RANGE },
  url: { ...COMMON, url: true, ...RANGE, of: true },
  port: { ...COMMON, port: true, byteLength: true },
  stream: { ...COMMON, stream: true, byteLength: true },
  slices: { ...COMMON, source: true, ...RANGE },
  bytes: { ...COMMON, bytes: true },
};
export const READ_AS: Keys<ReadAs> = {
  import: true,
  columns: true,
  unit: true,
  tick: true,
  microtime: true,
  delay_unit: true,
  setup: true,
};

/**
 * Converts an accepted source to a description. Text is a path unless it is an http(s), s3 or file URL.
 * @throws TagviewError `usage` for anything else; `open-failed` for a response that reports a failure or was read.
 */
export function describe(input: SourceInput): SourceDescription {
  if (typeof input === "string") {
    if (/^file:\/\//i.test(input)) return { kind: "path", path: pathOf(input) };
    return /^(https?|s3):\/\//i.test(input) ? { kind: "url", url: input } : { kind: "path", path: input };
  }
  if (input instanceof URL)
    return input.protocol === "file:"
      ? { kind: "path", path: pathOf(input.href) }
      : { kind: "url", url: input.href };
  if (input instanceof Uint8Array) return { kind: "bytes", bytes: input };
  if (input instanceof ArrayBuffer) return { kind: "bytes", bytes: new Uint8Array(input) };
  if (ArrayBuffer.isView(input)) {
    return { kind: "bytes", bytes: new Uint8Array(input.buffer, input.byteOffset, input.byteLength) };
  }
  const isObject = typeof input === "object" && input !== null;
  // Checked first, because Node loads its fetch, which takes about 10 ms, when one of the classes below is named.
  if (isObject && "kind" in input && Object.hasOwn(KEYS, input.kind)) {
    assertKeys(input, KEYS[input.kind], `a key of a source of kind "${input.kind}"`);
    if (input.readAs) assertKeys(input.readAs, READ_AS, "a key of `readAs`");
    return input;
  }
  if (input instanceof Blob) return { kind: "blob", blob: input };
  if (input instanceof ReadableStream) return { kind: "stream", stream: input, byteLength: null };
  if (input instanceof Response) return describeResponse(input);
  if (
    isObject &&
    "slice" in input &&
    typeof input.slice === "function" &&
    typeof input.byteLength === "number"
  )
    return describeSlices(input);
  if (isObject && Symbol.asyncIterator in input)
    return { kind: "stream", stream: streamOf(input), byteLength: null };
  throw new TagviewError(
    "usage",
    "the input is not a source of bytes",
    "give a path, a URL, a File or Blob, a Response, a stream, bytes, or an object with byteLength and slice",
  );
}

/** @throws TagviewError `usage` outside Node, and for an address of another computer. */
function pathOf(url: string): string {
  const node = globalThis.process?.getBuiltinModule?.("node:url");
  if (node === undefined)
    throw new TagviewError("usage", "a browser cannot open `file:` addresses", "pick or drop the file");
  try {
    return node.fileURLToPath(url);
  } catch (cause) {
    const message = `${url} is not the address of a file on this computer`;
    throw new TagviewError("usage", message, "give the path of the file", null, { cause });
  }
}

function describeSlices(source: SliceableBytes): SourceDescription {
  const { byteLength } = source;
  if (Number.isSafeInteger(byteLength) && byteLength >= 0) return { kind: "slices", source };
  const message = `\`byteLength\` is ${byteLength}`;
  throw new TagviewError("usage", message, "give the number of bytes, a whole number from 0");
}

/** The chunks of a generator or of a stream of Node. The first chunk is requested at once, to report a failure early. */
function streamOf(chunks: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const iterator = chunks[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await iterator.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await iterator.return?.();
    },
  });
}

function describeResponse({ ok, status, body, bodyUsed, headers, url }: Response): SourceDescription {
  if (!ok) throw new TagviewError("open-failed", `the server answered ${status}`, "check the address");
  if (bodyUsed) {
    const message = "the body of this response was read before, and can be read only once";
    throw new TagviewError("open-failed", message, "fetch it again, or give `await response.blob()`");
  }
  if (body === null) return { kind: "bytes", bytes: new Uint8Array(0) };
  // The length on the wire differs from that of the body if the server compressed it.
  const length = headers.get("content-encoding") === null ? headers.get("content-length") : null;
  const name = url === "" ? {} : { name: url };
  return { kind: "stream", stream: body, byteLength: length === null ? null : Number(length), ...name };
}

/** Name of a source in messages and results. */
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
