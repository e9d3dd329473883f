/** Compressed files: the content of a file of gzip or zstd is read in its place, from its beginning. */

import { closeSync, createReadStream, openSync, readSync } from "node:fs";
import { pipeline, Readable } from "node:stream";
import { ReadableStream } from "node:stream/web";
import { constants, createGunzip, gunzipSync } from "node:zlib";
import { engine, peek, type SourceDescription, TagviewError } from "./engine";
import type { Input } from "./inputs";

/** A kind of compression. */
interface Packing {
  /** Whether a file with these first bytes is compressed. */
  fits(head: Uint8Array): boolean;
  /** The content of a file or of bytes, in pieces. */
  content(source: SourceDescription): AsyncIterable<Uint8Array>;
  /** The first bytes of the content of a file; undefined if it is empty. */
  head(input: Input): Promise<Uint8Array | undefined>;
}

/** Whether a file with these first bytes is one of gzip: its magic number, and the only compression method. */
export const isGzip = (head: Uint8Array): boolean => [0x1f, 0x8b, 8].every((byte, k) => head[k] === byte);

/** Number of inflated bytes by which the content of a gzip file is recognised. */
const HEAD = 4 << 10;

const GZIP: Packing = {
  fits: isGzip,
  content: gunzipped,
  head: async (input) =>
    gunzipSync(headOf(input, HEAD) ?? new Uint8Array(0), { finishFlush: constants.Z_SYNC_FLUSH }),
};

const ZSTD: Packing = {
  /** A frame, or a skippable one. */
  fits([first = 0, ...rest]) {
    const others = (first & 0xf0) === 0x50 ? [0x2a, 0x4d, 0x18] : [0xb5, 0x2f, 0xfd];
    return (others[0] === 0x2a || first === 0x28) && others.every((byte, k) => rest[k] === byte);
  },
  content: (source) => engine.zstdContent(source),
  head: async ({ source }) => {
    for await (const piece of engine.zstdContent(source)) return piece;
  },
};

/** Number of first bytes that show a compression. */
const MARK = 4;

/** Bytes of the content of a zstd file by which it is recognised. */
const CONTENT_HEAD = 64 << 10;

/** The name of a recording of tagview, which is opened only by its reader. */
const RECORDING = /\.tags\.zst$/i;

/**
 * Returns the content of a compressed file as an input, which like a pipe is read once; returns any other input
 * unchanged. A tagview recording is returned unchanged too, and so is a zstd file whose content is not recognised, unless
 * `isNamed`: options state its format.
 */
export async function unpacked<I extends Input>(input: I, isNamed = false): Promise<I> {
  const { source, name } = input;
  if (source.kind !== "path" || RECORDING.test(source.path)) return input;
  const packing = packingOf(headOf(input, MARK));
  if (packing === undefined || (packing === ZSTD && !(await isOther(input, isNamed)))) return input;
  // It takes a piece only when it is read: a stream drops the pieces that it holds when an error ends it.
  const stream = ReadableStream.from(packing.content(source));
  const inside = { kind: "stream", name, byteLength: null, stream } as const;
  return { ...input, path: source.path, size: null, source: inside };
}

/** Whether a zstd file has the content of another file than a recording of tagview. */
async function isOther(input: Input, isNamed: boolean): Promise<boolean> {
  const head = await headInside(input);
  if (head === null) return false;
  const bytes = head.subarray(0, CONTENT_HEAD);
  const { format, import: id } = await engine.recognise({ kind: "bytes", bytes, name: input.name });
  return format === null ? isNamed : format !== "tags" || id !== null;
}

/**
 * As {@link unpacked}, for commands that do not look at the first bytes of a pipe.
 * @throws TagviewError `unknown-format` for a pipe that gzip has compressed.
 */
export async function unpackedFile<I extends Input>(input: I): Promise<I> {
  if (input.size !== null || input.source.kind !== "fd") return unpacked(input);
  const { head, source } = await peek(input.source, input.name);
  if (isGzip(head)) throw packedPipe();
  return { ...input, source };
}

/** The error about a pipe that gzip has compressed. */
export function packedPipe(): TagviewError {
  const message = "this input is compressed by gzip";
  return new TagviewError(
    "unknown-format",
    message,
    "name the file, or decompress the pipe with gzip -dc",
    0n,
  );
}

/** Returns the first bytes of the content of a compressed regular file; null for any other input. */
export async function headInside(input: Input): Promise<Uint8Array | null> {
  try {
    return (await packingOf(headOf(input, MARK))?.head(input)) ?? null;
  } catch {
    // The reader of the file reports damage.
    return null;
  }
}

/**
 * Checks that an input is not compressed with zstd, for commands that do not read such content.
 * @throws TagviewError `unknown-format`.
 */
export function refuseZstd(input: Input): void {
  if (packingOf(headOf(input, MARK)) !== ZSTD) return;
  const message = "this file is compressed by zstd";
  throw new TagviewError("unknown-format", message, "decompress it with zstd -d, and open the result", 0n);
}

/**
 * Returns the content of a text file, decompressed if necessary; null if there are more than `most` bytes.
 * @throws TagviewError `read-failed` for damaged data.
 */
export async function unpackedBytes(bytes: Uint8Array, most: number): Promise<Uint8Array | null> {
  const packing = packingOf(bytes);
  if (packing === undefined) return bytes;
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of packing.content({ kind: "bytes", bytes })) {
    length += piece.length;
    if (length > most) return null;
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

function packingOf(head: Uint8Array | null): Packing | undefined {
  return [GZIP, ZSTD].find((packing) => head !== null && packing.fits(head.subarray(0, MARK)));
}

/** Returns the first bytes of a regular file; null for any other input, and one that can't be read, which its reader reports. */
function headOf({ source, size }: Input, most: number): Uint8Array | null {
  if (source.kind !== "path" || size === null) return null;
  let fd: number;
  try {
    fd = openSync(source.path, "r");
  } catch {
    return null;
  }
  try {
    const head = new Uint8Array(most);
    return head.subarray(0, readSync(fd, head, 0, most, 0));
  } finally {
    closeSync(fd);
  }
}

/** The content of gzip, whose damage is an error with a remedy. */
async function* gunzipped(source: SourceDescription): AsyncGenerator<Uint8Array, void> {
  const bytes = createGunzip();
  const file = source.kind === "path" ? createReadStream(source.path) : Readable.from(bytesOf(source));
  // The stream's reader gets the error.
  pipeline(file, bytes, () => {});
  try {
    yield* bytes as AsyncIterable<Uint8Array>;
  } catch (cause) {
    const message = "the gzip data is damaged, or ends early";
    const remedy = "check it with gzip -t; if that fails, copy it again";
    throw new TagviewError("read-failed", message, remedy, null, { cause });
  }
}

const bytesOf = (source: SourceDescription): Uint8Array[] => (source.kind === "bytes" ? [source.bytes] : []);
