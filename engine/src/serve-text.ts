/** The worker's side of text in parts. */

import { Cat, PackRun } from "@tagview/wasm";
import { cancelled } from "./errors";
import { feed } from "./feed";
import { call, free, placeIn, viewOf } from "./instance";
import { Outbox } from "./outbox";
import type { FromWorker, ToWorker } from "./protocol";
import { Rooms } from "./rooms";
import type { Source, SourceDescription } from "./source";
import type { CatResult, RunResult } from "./text";

/** Buffers of text that wait for their turn in the file: 10 MB. More made nothing faster. */
const TEXT_ROOMS = 20;
/** Of frames: these wait in wasm memory, where they have their place anyway. */
const FRAME_ROOMS = 2;
/** Bytes of a recording at a time: their text stays in a near cache. */
const PIECE = 256 << 10;
const PAUSE_MS = 25;

type Message<Type extends ToWorker["type"]> = Extract<ToWorker, { type: Type }>;
type TextMessage = Message<"cat" | "run" | "text" | "room" | "more">;

export interface TextSide {
  open: (source: SourceDescription) => Source | Promise<Source>;
  pause: () => Promise<void>;
  send: (message: FromWorker) => void;
  fail: (id: number, thrown: unknown) => void;
}

export function serveText({ open, pause, send, fail }: TextSide) {
  const rooms = new Rooms();
  /** Kept from run to run: its memory would come back in other places, and be twice as much. */
  let packer: { key: string; job: PackRun } | undefined;
  /** The part or the run at work. */
  let current: { id: number; run?: PackRun; more?: (source: SourceDescription | null) => void } | undefined;

  /** Where the output of `job` goes to; `read` bytes of the part were read for it. */
  function outboxOf(id: number, most: number, job: { output(): number }, read: () => number) {
    const stopped = () => current?.id !== id;
    const box = new Outbox(rooms, most, stopped, (bytes) => send({ type: "text", id, bytes, read: read() }));
    // A new view each time: memory may grow while there is no room.
    const put = (length: number) => box.put(length, (from, n) => viewOf(call(() => job.output()) + from, n));
    return { put, flush: () => box.flush(), drop: () => box.drop(), stopped };
  }

  async function cat({ id, source, last, request }: Message<"cat">): Promise<void> {
    let job: Cat | undefined;
    let drop = () => {};
    current = { id };
    rest();
    try {
      const made = call(() => new Cat(request));
      job = made;
      let bytes = 0;
      let placed = false;
      let pauseDue = performance.now() + PAUSE_MS;
      const outbox = outboxOf(id, TEXT_ROOMS, made, () => bytes);
      drop = outbox.drop;

      const pushed = async (length: number, n: number): Promise<boolean> => {
        bytes += n;
        const origin = placed ? undefined : call(() => made.origin());
        if (origin !== undefined) {
          placed = true;
          send({ type: "origin", id, origin, start: null });
        }
        await outbox.put(length);
        if (performance.now() >= pauseDue) {
          await pause();
          pauseDue = performance.now() + PAUSE_MS;
        }
        if (outbox.stopped()) throw cancelled();
        return true;
      };
      const read = async (part: SourceDescription): Promise<void> => {
        const opened = await open(part);
        try {
          await feed(opened, made, (n) => call(() => made.push(n)), pushed, { largest: PIECE });
        } finally {
          opened.close();
        }
      };

      await read(source);
      if (!(last || call(() => made.atBorder()))) {
        // What follows can only be read by whoever read this.
        const rest = await more(id);
        if (rest === null || outbox.stopped()) throw cancelled();
        await read(rest);
      }
      await outbox.put(call(() => made.finish()));
      outbox.flush();
      send({ type: "done", id, result: call(() => made.snapshot()) as CatResult });
    } catch (thrown) {
      drop();
      fail(id, thrown);
    } finally {
      if (current?.id === id) current = undefined;
      free(job);
    }
  }

  /** Asks for all that follows the part. */
  function more(id: number): Promise<SourceDescription | null> {
    return new Promise((resolve) => {
      if (current?.id === id) current.more = resolve;
      send({ type: "unsound", id });
    });
  }

  function run({ id, packing, lines, bytes }: Message<"run">): void {
    try {
      const key = JSON.stringify(packing);
      if (packer?.key !== key) {
        rest();
        packer = { key, job: call(() => new PackRun(packing)) };
      }
      const run = packer.job;
      call(() => run.begin(lines, bytes));
      current = { id, run };
    } catch (thrown) {
      fail(id, thrown);
    }
  }

  /** Gives back the memory that is kept for a further run. */
  function rest(): void {
    free(packer?.job);
    packer = undefined;
  }

  /** Adds text to the run, and sends its frames once it has ended or can't be packed. */
  async function text({ id, bytes, last }: Message<"text">): Promise<void> {
    const job = current?.id === id ? current.run : undefined;
    if (job === undefined) return;
    let drop = () => {};
    let ended = true;
    try {
      const n = bytes.length;
      placeIn(job)(n).set(bytes);
      // Before the answer: after it nobody listens.
      send({ type: "room", id, bytes });
      ended = !call(() => job.push(n)) || last;
      if (!ended) return;
      const saved = call(() => job.finish());
      const outbox = outboxOf(id, FRAME_ROOMS, job, () => 0);
      drop = outbox.drop;
      await outbox.put(call(() => job.length()));
      outbox.flush();
      send({ type: "done", id, result: { saved } satisfies RunResult });
    } catch (thrown) {
      drop();
      fail(id, thrown);
    } finally {
      if (ended && current?.id === id) current = undefined;
    }
  }

  return {
    hear(message: TextMessage): void | Promise<void> {
      switch (message.type) {
        case "cat":
          return cat(message);
        case "run":
          return run(message);
        case "text":
          return text(message);
        case "room":
          return rooms.give(message.bytes);
        case "more":
          if (current?.id === message.id) current.more?.(message.source);
      }
    },
    rest,
    /** Ends what is done for `id`. */
    forget(id: number): void {
      if (current?.id !== id) return;
      const { run, more } = current;
      current = undefined;
      more?.(null);
      if (rooms.refuse(cancelled()) || run === undefined) return;
      // A run that waits for text.
      fail(id, cancelled());
    },
  };
}
