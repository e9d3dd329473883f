/** Files that gzip or zstd has compressed: the content of a gzip file is read in its place, from its beginning. */

import { closeSync, createReadStream, openSync, readSync } from "node:fs";
import { pipeline, Readable } from "node:stream";
import { constants, createGunzip, gunzipSync } from "node:zlib";
import { peek, TagviewError } from "./engine";
import type { Input } from "./inputs";

/** The first bytes of every gzip file: its mark, and the only method there is. */
const MARK = [0x1f, 0x8b, 8];

/** Bytes of a gzip file that are inflated to see what it begins with. */
const HEAD = 4 << 10;

/** The first bytes of a zstd frame. */
const ZSTD_MARK = [0x28, 0xb5, 0x2f, 0xfd];

/** The input as what is inside, if it is a file that gzip has compressed. Like a pipe, it is read once. */
export function unpacked<I extends Input>(input: I): I {
  const { source } = input;
  if (source.kind !== "path" || !begins(input, MARK)) return input;
  const bytes = createGunzip();
  // The stream's reader gets the error.
  pipeline(createReadStream(source.path), bytes, () => {});
  const stream = Readable.toWeb(Readable.from(withRemedy(bytes), { objectMode: false }));
  return {
    ...input,
    path: source.path,
    size: null,
    source: {
      kind: "stream",
      name: input.name,
      byteLength: null,
      stream: stream as ReadableStream<Uint8Array>,
    },
  };
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

/** Whether a file with these first bytes is one of gzip. */
export const isGzip = (head: Uint8Array): boolean => hasMark(head, MARK);

/** Returns the first bytes of what is inside a regular file that gzip has compressed; null for any other input. */
export function headInside(input: Input): Uint8Array | null {
  const head = headOf(input, HEAD);
  if (head === null || !hasMark(head, MARK)) return null;
  try {
    return gunzipSync(head, { finishFlush: constants.Z_SYNC_FLUSH });
  } catch {
    // The reader of the file reports damage.
    return null;
  }
}

/**
 * Checks that an input is not compressed with zstd, for commands that do not read such files.
 * @throws TagviewError `unknown-format`.
 */
export function refuseZstd(input: Input): void {
  if (begins(input, ZSTD_MARK)) throw packedByZstd();
}

/**
 * Returns the bytes of a text file, inflated if it is compressed with gzip; null if there are more than `most` bytes.
 * @throws TagviewError `read-failed` for damaged gzip data, `unknown-format` for what zstd has compressed.
 */
export function unpackedBytes(bytes: Uint8Array, most: number): Uint8Array | null {
  if (hasMark(bytes, ZSTD_MARK)) throw packedByZstd();
  if (!hasMark(bytes, MARK)) return bytes;
  try {
    return gunzipSync(bytes, { maxOutputLength: most });
  } catch (cause) {
    if (codeOf(cause) === "ERR_BUFFER_TOO_LARGE") return null;
    throw damaged(cause);
  }
}

function packedByZstd(): TagviewError {
  const message = "this file is compressed by zstd";
  return new TagviewError("unknown-format", message, "decompress it with zstd -d, and open the result", 0n);
}

const hasMark = (bytes: Uint8Array, mark: number[]): boolean => mark.every((byte, k) => bytes[k] === byte);

const codeOf = (thrown: unknown): unknown =>
  thrown instanceof Error && "code" in thrown ? thrown.code : undefined;

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

function begins(input: Input, mark: number[]): boolean {
  const head = headOf(input, mark.length);
  return head !== null && hasMark(head, mark);
}

/** Converts damage to an error with a remedy. */
async function* withRemedy(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  try {
    yield* bytes;
  } catch (cause) {
    throw damaged(cause);
  }
}

function damaged(cause: unknown): TagviewError {
  const message = "the gzip data is damaged, or ends early";
  return new TagviewError(
    "read-failed",
    message,
    "check it with gzip -t; if that fails, copy it again",
    null,
    { cause },
  );
}
