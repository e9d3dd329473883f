/** Parquet files list their columns at their end. Recordings are read in order, so a copy of the end is put in front. */

/** First and last bytes of a Parquet file. */
const MAGIC = [0x50, 0x41, 0x52, 0x31];

/** First bytes of a file with its end in front: `PAR1TAIL`. */
const TAIL_FIRST = [...MAGIC, 0x54, 0x41, 0x49, 0x4c];

/** Last bytes that state the length of the end. */
export const TAIL_BYTES = 8;

/** Maximum length of the end in bytes; the reader has the same limit. */
const MOST_TAIL = 16 << 20;

const begins = (bytes: Uint8Array, mark: readonly number[]): boolean =>
  mark.every((byte, k) => bytes[k] === byte);

/** Whether a file with these first 8 bytes is a Parquet file without its end in front. */
export function needsTail(head: Uint8Array): boolean {
  return begins(head, MAGIC) && !begins(head, TAIL_FIRST);
}

/** Returns the length of the end of a file of `size` bytes with these last 8 bytes; null if it is cut. */
export function tailLength(last: Uint8Array, size: number): number | null {
  if (last.length !== TAIL_BYTES || !begins(last.subarray(4), MAGIC)) return null;
  const length = new DataView(last.buffer, last.byteOffset).getUint32(0, true) + TAIL_BYTES;
  return length <= Math.min(size, MOST_TAIL) ? length : null;
}

/** Returns the bytes to put before a file with this end: a mark, the length of the end, and the end. */
export function tailPrefix(tail: Uint8Array): Uint8Array<ArrayBuffer> {
  const prefix = new Uint8Array(TAIL_FIRST.length + 8 + tail.length);
  prefix.set(TAIL_FIRST);
  new DataView(prefix.buffer).setBigUint64(TAIL_FIRST.length, BigInt(tail.length), true);
  prefix.set(tail, prefix.length - tail.length);
  return prefix;
}

/** Returns a Parquet file with its end in front; any other file, and one that can't be read, unchanged. */
export async function tailFirst(file: Blob): Promise<Blob> {
  const part = async (from: number, to: number) => new Uint8Array(await file.slice(from, to).arrayBuffer());
  try {
    if (!needsTail(await part(0, TAIL_FIRST.length))) return file;
    const length = tailLength(await part(Math.max(0, file.size - TAIL_BYTES), file.size), file.size);
    if (length === null) return file;
    return new Blob([tailPrefix(await part(file.size - length, file.size)), file]);
  } catch {
    // The reader of the file reports the failure.
    return file;
  }
}
