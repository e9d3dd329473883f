/** Files other than recordings, which are read as a whole: lists of channels, partial results. */

import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { withFileName } from "../../output/errors";
import { isEndless, openFailed, TagviewError } from "../../runtime/engine";
import { keepingThread } from "../../runtime/interruption";

/** Number of bytes read at a time. */
const CHUNK = 64 << 10;

/**
 * Reads the file or pipe at `path`; returns null after more than `most` bytes. If the first bytes fail `begins`, nothing else
 * is read.
 * @throws TagviewError `open-failed`.
 */
export function readSmallFile(
  path: string,
  most: number,
  begins: (first: Buffer) => boolean = () => true,
): Buffer | null {
  try {
    // A pipe may keep the thread waiting, and a signal ends the program meanwhile.
    return keepingThread(() => readBounded(path, most, begins));
  } catch (thrown) {
    if (thrown instanceof TagviewError) throw thrown;
    throw withFileName(openFailed(thrown), path);
  }
}

function readBounded(path: string, most: number, begins: (first: Buffer) => boolean): Buffer | null {
  const fd = openSync(path, "r");
  try {
    const stat = fstatSync(fd);
    if (isEndless(stat, fd))
      throw new TagviewError("open-failed", `${path} is a device, which may never end`, "name a file");
    if (stat.size > most) return null;
    let bytes = Buffer.alloc(Math.max(CHUNK, stat.size + 1));
    for (let length = 0; ; ) {
      const n = readSync(fd, bytes, length, bytes.length - length, null);
      const isFirst = length === 0;
      length += n;
      if (length > most) return null;
      if (n === 0 || (isFirst && !begins(bytes.subarray(0, n)))) return bytes.subarray(0, length);
      if (length === bytes.length) bytes = Buffer.concat([bytes, Buffer.alloc(length)]);
    }
  } finally {
    closeSync(fd);
  }
}
