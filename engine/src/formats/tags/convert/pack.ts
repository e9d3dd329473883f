/** Text to a recording: on the calling thread, or in runs of lines by workers, written in order. */

import { readChunk, readFull } from "../../../source/pump.ts";
import type { Source } from "../../../source/stream.ts";
import { BUFFER } from "../../../worker/buffer-pool.ts";
import type { Instance } from "../../../worker/instance.ts";
import type { Pool } from "../../../worker/pool.ts";
import { type Control, convert, outlet } from "./control.ts";
import { canShareFrames, FrameJobs } from "./frame-jobs.ts";
import type { Packing, PackJob, PackOptions } from "./options.ts";

/** Size in bytes below which starting workers takes longer than they save. */
const WORTH_SPLITTING = 8 << 20;
/** Bytes of a text file of unknown length that are held before workers start. */
const FIRST_BYTES = 4 << 20;

/**
 * Writes a recording from `channel<TAB>time` lines.
 * @throws TagviewError `bad-line` with the line's number; the output is then incomplete.
 */
export async function pack(
  instance: Instance<"more">,
  pool: Pool,
  text: Source,
  options: PackOptions,
  control: Control,
): Promise<void> {
  const source = withoutByteOrderMark(text);
  const { selection, define, tick: _, ...packing } = options;
  // A selection would leave frames of any size, and virtual tags depend on several runs.
  const isPlain = selection === undefined && define === undefined;
  const begun = isPlain && canShareFrames(pool, packing) ? await readFirst(source) : null;
  if (begun?.isLong) {
    try {
      return await packByWorkers(instance, pool, begun.source, packing, control);
    } finally {
      source.close();
    }
  }
  return convert(
    begun?.source ?? source,
    () => instance.make(({ Pack }) => new Pack(options)),
    control,
    () => undefined,
  );
}

const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

/** The text without a UTF-8 byte order mark. */
function withoutByteOrderMark(source: Source): Source {
  let first: Uint8Array | null = null;
  const begin = async (): Promise<Uint8Array> => {
    const bytes = new Uint8Array(BYTE_ORDER_MARK.length);
    const n = await readFull(source, () => bytes, bytes.length);
    return BYTE_ORDER_MARK.every((byte, k) => bytes[k] === byte) ? bytes.subarray(n) : bytes.subarray(0, n);
  };
  return {
    byteLength: source.byteLength,
    async read(place, max) {
      first ??= await begin();
      if (first.length === 0) return source.read(place, max);
      const now = first.subarray(0, max);
      place(now.length).set(now);
      first = first.subarray(now.length);
      return now.length;
    },
    close: () => source.close(),
  };
}

/** Whether there is enough text for several workers; bytes read for this check are read again later. */
async function readFirst(source: Source): Promise<{ source: Source; isLong: boolean }> {
  if (source.byteLength !== null) return { source, isLong: source.byteLength > WORTH_SPLITTING };
  const chunks: Uint8Array[] = [];
  let length = 0;
  let hasEnded = false;
  try {
    while (!hasEnded && length <= FIRST_BYTES) {
      let chunk = new Uint8Array(0);
      const place = (n: number): Uint8Array => {
        chunk = new Uint8Array(n);
        return chunk;
      };
      const n = await readChunk(source, place, BUFFER);
      hasEnded = n === 0;
      length += n;
      if (!hasEnded) chunks.push(chunk.subarray(0, n));
    }
  } catch (thrown) {
    source.close();
    throw thrown;
  }
  const read: Source["read"] = (place, max) => {
    const [chunk] = chunks;
    if (chunk === undefined) return hasEnded ? 0 : source.read(place, max);
    const now = chunk.subarray(0, max);
    place(now.length).set(now);
    if (now.length === chunk.length) chunks.shift();
    else chunks[0] = chunk.subarray(now.length);
    return now.length;
  };
  return { source: { byteLength: null, read, close: () => source.close() }, isLong: !hasEnded };
}

async function packByWorkers(
  instance: Instance<"more">,
  pool: Pool,
  source: Source,
  packing: Packing,
  control: Control,
): Promise<void> {
  const pass = outlet(control);
  let bytes = 0;
  const splitter = instance.make(({ LineSplitter }) => new LineSplitter(packing));
  const write = (chunk: Uint8Array) => pass(chunk, bytes, source.byteLength);
  const frames = new FrameJobs(instance, pool, packing, { write, signal: control.signal });
  const startOfStretch = (): Omit<PackJob["args"], "packing"> => {
    return { of: "lines", lines: splitter.call((lines) => lines.lines()), bytes };
  };
  try {
    for (;;) {
      const n = await readFull(source, splitter.place, BUFFER);
      if (n === 0) break;
      for (let at = 0; at < n; ) {
        await frames.begin(startOfStretch);
        const length = splitter.call((lines) => lines.next(at, n));
        const hasEnded = splitter.call((lines) => lines.atBorder());
        const from = at;
        await frames.send(() => splitter.place(n).subarray(from, from + length), hasEnded);
        at += length;
        bytes += length;
      }
      await pass(undefined, bytes, source.byteLength);
    }
    await frames.finish();
  } finally {
    await frames.close();
    splitter.free();
  }
}
