/** Text to a recording: on the calling thread, or in runs of lines by workers, written in order. */

import { readChunk, readFull } from "../../../source/pump.ts";
import type { Source } from "../../../source/stream.ts";
import { BUFFER, BufferPool } from "../../../worker/buffer-pool.ts";
import type { Instance } from "../../../worker/instance.ts";
import type { Pool } from "../../../worker/pool.ts";
import { type Control, convert, outlet } from "./control.ts";
import type { PackJob, PackOptions } from "./options.ts";
import { type OrderedJob, OrderedJobs } from "./ordered-jobs.ts";

/** Below so many bytes, starting workers takes longer than they save. */
const WORTH_SPLITTING = 8 << 20;
/** Bytes of a text of unknown length that are kept until it is known to be worth it. */
const FIRST_BYTES = 4 << 20;
/** Tags per frame: workers that make larger ones would take too much memory together. */
const LARGEST_FRAME = 1 << 21;
/** Buffers of text on their way to workers. */
const TEXT_BUFFERS = 3;

/**
 * Writes a recording from `channel<TAB>time` lines.
 * @throws TagviewError `bad-line` with the line's number; what was written until then is no recording.
 */
export async function pack(
  instance: Instance,
  pool: Pool,
  source: Source,
  options: PackOptions,
  control: Control,
): Promise<void> {
  const { selection, ...packing } = options;
  const isAlone = pool.size === 1 || (packing.frameTags ?? 0) > LARGEST_FRAME;
  // What a selection leaves of each run would be frames of any size.
  const begun = isAlone || selection !== undefined ? null : await readFirst(source);
  if (begun?.isLong) {
    try {
      return await packRuns(instance, pool, begun.source, packing, control);
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

/** Whether there is enough text for several workers; where only reading tells, what was read comes again. */
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

async function packRuns(
  instance: Instance,
  pool: Pool,
  source: Source,
  packing: PackJob["args"]["packing"],
  control: Control,
): Promise<void> {
  const jobs = new OrderedJobs<PackJob, null>();
  const buffers = new BufferPool();
  const splitter = instance.make(({ LineSplitter }) => new LineSplitter(packing));
  const joiner = instance.make(({ PackJoiner }) => new PackJoiner(packing));
  const pass = outlet(control);
  let failure: { thrown: unknown } | undefined;
  let bytes = 0;

  const write = async (): Promise<void> => {
    await jobs.write(
      (buffer) => pass(buffer, bytes, source.byteLength),
      ({ saved }) => {
        joiner.call((join) => join.join(saved));
        return true;
      },
    );
    await control.write(joiner.call((join) => join.finish()));
  };

  /** Begins a run, once there is a worker for it. */
  const begin = async (): Promise<OrderedJob<PackJob, null>> => {
    const args = { packing, lines: splitter.call((runs) => runs.lines()), bytes };
    const task = { format: "tags", method: "pack", source: null, args };
    const worker = await pool.take();
    return jobs.begin(worker, task, null, () => ({ onReturn: (buffer) => buffers.give(buffer) }));
  };

  /** Sends a run its next text; one that has ended early has met a bad line. */
  const send = async (
    run: OrderedJob<PackJob, null>,
    text: () => Uint8Array,
    isLast: boolean,
  ): Promise<void> => {
    const buffer = await buffers.take(run, TEXT_BUFFERS);
    if (!jobs.isRunning(run)) return buffers.give(buffer);
    const bytes = text();
    buffer.set(bytes);
    run.worker.sendInput(run.id, { text: buffer.subarray(0, bytes.length), isLast });
  };

  /** Reads the text, and hands it out. */
  const read = async (): Promise<void> => {
    let run: OrderedJob<PackJob, null> | undefined;
    for (;;) {
      const n = await readFull(source, splitter.place, BUFFER);
      if (n === 0) break;
      for (let at = 0; at < n; ) {
        if (failure !== undefined) return;
        run ??= await begin();
        if (failure !== undefined) return;
        const length = splitter.call((runs) => runs.next(at, n));
        const hasEnded = splitter.call((runs) => runs.atBorder());
        const from = at;
        await send(run, () => splitter.place(n).subarray(from, from + length), hasEnded);
        if (hasEnded) run = undefined;
        at += length;
        bytes += length;
      }
      await pass(undefined, bytes, source.byteLength);
    }
    if (run !== undefined && failure === undefined) await send(run, () => new Uint8Array(0), true);
  };

  const writing = write();
  writing.catch((thrown) => {
    failure = { thrown };
    buffers.refuseAll(thrown);
  });
  try {
    await read();
    jobs.end();
    await writing;
  } finally {
    jobs.close();
    await writing.catch(() => {});
    splitter.free();
    joiner.free();
  }
}
