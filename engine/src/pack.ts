/** Text to a recording: on the calling thread, or in runs of lines by workers, written in order. */

import { Pack, PackJoin, Runs } from "@tagview/wasm";
import { Channel } from "./channel";
import { readPiece } from "./feed";
import { call, free, placeIn } from "./instance";
import type { Pool, Worker } from "./pool";
import { ROOM, Rooms } from "./rooms";
import type { Place, Source } from "./source";
import { convert, outlet, type StreamControl } from "./streams";
import type { PackOptions, RunResult } from "./text";

/** Below this, starting workers takes longer than they save. */
const WORTH_CUTTING = 8 << 20;
/** What is kept of a text of unknown length until it is known to be worth it. */
const AHEAD = 4 << 20;
/** Workers that hold larger frames would take too much memory together. */
const LARGEST_FRAME = 1 << 21;
/** Buffers of text on their way to workers. */
const ROOMS = 3;

/**
 * Writes a recording from `channel<TAB>time` lines.
 * @throws TagviewError `bad-line` with the line's number; what was written until then is no recording.
 */
export async function runPack(
  pool: Pool | null,
  source: Source,
  options: PackOptions,
  control: StreamControl,
): Promise<void> {
  const { selection, ...packing } = options;
  const alone = pool === null || pool.size === 1 || (packing.frameTags ?? 0) > LARGEST_FRAME;
  // What a selection leaves of each run would be frames of any size.
  const ahead = alone || selection !== undefined ? null : await readAhead(source);
  if (pool !== null && ahead?.isLong) return packRuns(pool, ahead.source, packing, control);
  const once = ahead?.source ?? source;
  return convert(
    once,
    () => new Pack(options),
    control,
    () => undefined,
  );
}

/** Whether there is enough text for several workers; where only reading tells, what was read comes again. */
async function readAhead(source: Source): Promise<{ source: Source; isLong: boolean }> {
  if (source.byteLength !== null) return { source, isLong: source.byteLength > WORTH_CUTTING };
  const pieces: Uint8Array[] = [];
  let length = 0;
  let ended = false;
  try {
    while (!ended && length <= AHEAD) {
      let piece = new Uint8Array(0);
      const n = await readPiece(
        source,
        (n) => {
          piece = new Uint8Array(n);
          return piece;
        },
        ROOM,
      );
      ended = n === 0;
      length += n;
      if (!ended) pieces.push(piece.subarray(0, n));
    }
  } catch (thrown) {
    source.close();
    throw thrown;
  }
  return { source: { ...source, read, close: () => source.close() }, isLong: !ended };

  function read(place: (n: number) => Uint8Array, max: number): number | Promise<number> {
    const [piece] = pieces;
    if (piece === undefined) return ended ? 0 : source.read(place, max);
    const now = piece.subarray(0, max);
    place(now.length).set(now);
    if (now.length === piece.length) pieces.shift();
    else pieces[0] = piece.subarray(now.length);
    return now.length;
  }
}

/** Reads until `size` bytes are there or the source ends: a pipe gives few at a time. */
async function readFull(source: Source, place: Place, size: number): Promise<number> {
  let length = 0;
  while (length < size) {
    const from = length;
    const n = await readPiece(source, (n) => place(from + n).subarray(from), size - from);
    if (n === 0) break;
    length += n;
  }
  return length;
}

/** A run of lines that a worker packs. */
interface Run {
  id: number;
  worker: Worker;
  frames: Channel<Uint8Array>;
  result: Promise<RunResult>;
}

async function packRuns(
  pool: Pool,
  source: Source,
  packing: PackOptions,
  control: StreamControl,
): Promise<void> {
  const rooms = new Rooms();
  const begun = new Channel<Run>();
  const running = new Set<Run>();
  let runs: Runs | undefined;
  let join: PackJoin | undefined;
  /** The one whose turn it is. */
  let written: Run | undefined;
  let failure: { thrown: unknown } | undefined;
  let bytes = 0;
  const pass = outlet(control);

  /** Begins a run, once there is a worker for it. */
  const begin = async (lines: number, bytes: number): Promise<Run> => {
    const worker = await pool.take();
    const run: Run = {
      worker,
      frames: new Channel(),
      ...worker.begin<RunResult>(
        { type: "run", packing, lines, bytes },
        { onRoom: (room) => rooms.give(room), onText: (frames) => run.frames.push(frames) },
      ),
    };
    running.add(run);
    run.result
      .catch(() => {})
      .finally(() => {
        running.delete(run);
        run.frames.close();
        pool.give(worker);
      });
    begun.push(run);
    return run;
  };

  const write = async (joiner: PackJoin): Promise<void> => {
    for await (const run of begun) {
      const { worker, frames, result } = run;
      written = run;
      for await (const piece of frames) {
        try {
          await pass(piece, bytes, source.byteLength);
        } finally {
          worker.room(piece);
        }
      }
      const { saved } = await result;
      call(() => joiner.join(saved));
    }
    await control.write(call(() => joiner.finish()));
  };

  const send = async ({ id, worker }: Run, text: () => Uint8Array, last: boolean): Promise<void> => {
    const room = await rooms.take(ROOMS);
    const bytes = text();
    room.set(bytes);
    worker.text(id, room.subarray(0, bytes.length), last);
  };

  /** Reads the text, and hands it out. */
  const read = async (cutter: Runs): Promise<void> => {
    const place = placeIn(cutter);
    let run: Run | undefined;
    for (;;) {
      const n = await readFull(source, place, ROOM);
      if (n === 0) break;
      for (let at = 0; at < n; ) {
        run ??= await begin(cutter.lines(), bytes);
        if (failure !== undefined) return;
        const length = call(() => cutter.next(at, n));
        const ended = call(() => cutter.atBorder());
        await send(run, () => place(n).subarray(at, at + length), ended);
        if (ended) run = undefined;
        at += length;
        bytes += length;
      }
      await pass(undefined, bytes, source.byteLength);
    }
    if (run !== undefined) await send(run, () => new Uint8Array(0), true);
  };

  let writing: Promise<void> | undefined;
  try {
    const cutter = call(() => new Runs(packing));
    runs = cutter;
    const joiner = call(() => new PackJoin(packing));
    join = joiner;
    writing = write(joiner);
    writing.catch((thrown) => {
      failure = { thrown };
      rooms.refuse(thrown);
    });
    await read(cutter);
    begun.close();
    await writing;
  } finally {
    for (const { id, worker } of running) worker.forget([id]);
    // A worker that is not given its buffers back would wait for them in the next run, for ever.
    for (const { worker, frames } of [...(written ? [written] : []), ...begun.drain()])
      for (const piece of frames.drain()) worker.room(piece);
    await writing?.catch(() => {});
    source.close();
    free(runs);
    free(join);
  }
}
