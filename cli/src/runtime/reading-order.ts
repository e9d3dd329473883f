/** Files whose end must be known before they are read in order: Parquet. */

import { closeSync, openSync, readSync } from "node:fs";
import { needsTail, TAIL_BYTES, tailLength, tailPrefix } from "./engine";
import type { Input } from "./inputs";

/** The input with its end in front, if it is a Parquet file. It is read by ranges, like the file. */
export function inReadingOrder<I extends Input>(input: I): I {
  const { source, size, name } = input;
  if (source.kind !== "path" || size === null) return input;
  const { path } = source;
  const prefix = prefixOf(path, size);
  if (prefix === null) return input;
  const byteLength = prefix.length + size;
  const slice = (start: number, end: number): Uint8Array => {
    const first = prefix.subarray(start, end);
    const from = Math.max(0, start - prefix.length);
    const rest = bytesOf(path, from, end - prefix.length - from);
    return first.length === 0 ? rest : Buffer.concat([first, rest]);
  };
  const slices = { kind: "slices", name, source: { byteLength, slice } } as const;
  return { ...input, path, size: byteLength, source: slices };
}

/** Returns at most `length` bytes of a file from byte `from` on. */
function bytesOf(path: string, from: number, length: number): Uint8Array {
  if (length <= 0) return new Uint8Array(0);
  const fd = openSync(path, "r");
  try {
    const bytes = new Uint8Array(length);
    return bytes.subarray(0, readSync(fd, bytes, 0, length, from));
  } finally {
    closeSync(fd);
  }
}

/** Returns the bytes to read before a Parquet file; null for other files, and those that can't be read. */
function prefixOf(path: string, size: number): Uint8Array | null {
  try {
    if (!needsTail(bytesOf(path, 0, TAIL_BYTES))) return null;
    const length = tailLength(bytesOf(path, Math.max(0, size - TAIL_BYTES), TAIL_BYTES), size);
    return length === null ? null : tailPrefix(bytesOf(path, size - length, length));
  } catch {
    return null;
  }
}
