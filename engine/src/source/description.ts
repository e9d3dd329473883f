/** What names a source: a plain object, free of handles, that can be posted to a worker, which opens it itself. */

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
  /** Bytes in memory. */
  | { kind: "bytes"; bytes: Uint8Array; name?: string };

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
export type SourceInput = SourceDescription | string | URL | Blob | Uint8Array;

/** A description for anything that is accepted as a source. Text is a path unless it is an http(s) or s3 URL. */
export function describe(input: SourceInput): SourceDescription {
  if (typeof input === "string") {
    return /^(https?|s3):\/\//i.test(input) ? { kind: "url", url: input } : { kind: "path", path: input };
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
    case "handle":
      return source.handle.name;
    case "url":
      return source.url;
    case "port":
      return source.name;
    case "bytes":
      return "bytes";
  }
}
