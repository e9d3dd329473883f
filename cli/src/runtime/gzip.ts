/** Files compressed by gzip: the decompressed content is read, from its beginning. */

import { closeSync, createReadStream, openSync, readSync } from "node:fs";
import { pipeline, Readable } from "node:stream";
import { constants, createGunzip, gunzipSync } from "node:zlib";
import { TagviewError } from "./engine";
import type { Input } from "./inputs";

/** The first bytes of every gzip file: its mark, and the only method there is. */
const MARK = [0x1f, 0x8b, 8];

/** The decompressed input, if it is a gzip file. Like a pipe, it is read once. */
export function unpacked<I extends Input>(input: I): I {
  const { source } = input;
  if (source.kind !== "path" || !begins(input, MARK)) return input;
  const bytes = createGunzip();
  // The stream's reader gets the error.
  pipeline(createReadStream(source.path), bytes, () => {});
  const stream = Readable.toWeb(Readable.from(withRemedy(bytes), { objectMode: false }));
  return {
    ...input,
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
 * Whether a regular file begins like a gzip file; false for an unreadable one, whose error is reported when it is
 * opened.
 */
function isGzip(path: string): boolean {
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
  return new TagviewError("read-failed", message, "test it with gzip -t, and copy it again", null, { cause });
}
