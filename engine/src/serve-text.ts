/** The worker's side of text in parts. */

import { Cat, PackRun } from "@tagview/wasm";
import { cancelled } from "./errors";
import { feed } from "./feed";
import { call, free, placeIn, viewOf } from "./instance";
import type { FromWorker, ToWorker } from "./protocol";
import { Rooms } from "./rooms";
import type { Source, SourceDescription } from "./source";
import type { CatResult } from "./text";

/** Buffers of a megabyte that wait in order of the file: a part of our own frames' size fits in. */
const ROOMS = 18;
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
  const rooms = new Rooms(ROOMS);
  const runs = new Map<number, PackRun>();
  /** The part that is being read. */
  let reading: { id: number; more: (source: SourceDescription | null) => void } | undefined;

  async function cat({ id, source, last, request }: Message<"cat">): Promise<void> {
    let job: Cat | undefined;
    let room: Uint8Array | undefined;
    let used = 0;
    let bytes = 0;
    let placed = false;
    let pauseDue = performance.now() + PAUSE_MS;
    let more = (_: SourceDescription | null): void => {};
    reading = { id, more: (next) => more(next) };
    const stopped = () => reading?.id !== id;

    const flush = () => {
      if (room !== undefined && used > 0)
        send({ type: "text", id, bytes: room.subarray(0, used), read: bytes });
      else if (room !== undefined) rooms.give(room);
      room = undefined;
      used = 0;
    };
    const pass = async (made: Cat, length: number): Promise<void> => {
      for (let at = 0; at < length; ) {
        if (stopped()) throw cancelled();
        const into = room ?? (await rooms.take());
        room = into;
        const n = Math.min(length - at, into.length - used);
        // A new view each time: memory may have grown while we waited.
        into.set(viewOf(call(() => made.output()) + at, n), used);
        at += n;
        used += n;
        if (used === into.length) flush();
      }
    };
    const pushed = async (made: Cat, length: number, n: number): Promise<boolean> => {
      bytes += n;
      if (!placed) {
        const origin = call(() => made.origin());
        placed = origin !== undefined;
        if (origin !== undefined) send({ type: "origin", id, origin });
      }
      await pass(made, length);
      if (performance.now() >= pauseDue) {
        await pause();
        pauseDue = performance.now() + PAUSE_MS;
      }
      if (stopped()) throw cancelled();
      return true;
    };

    try {
      const made = call(() => new Cat(request));
      job = made;
      let next: SourceDescription | null = source;
      while (next !== null) {
        const opened: Source = await open(next);
        try {
          await feed(
            opened,
            made,
            (n) => call(() => made.push(n)),
            (length, n) => pushed(made, length, n),
            PIECE,
          );
        } finally {
          opened.close();
        }
        const whole: boolean = last || call(() => made.atBorder());
        next = null;
        if (!whole) {
          // What follows can only be read by whoever read this.
          last = true;
          next = await new Promise<SourceDescription | null>((resolve) => {
            more = resolve;
            send({ type: "unsound", id });
          });
          if (stopped()) throw cancelled();
        }
      }
      await pass(
        made,
        call(() => made.finish()),
      );
      flush();
      send({ type: "done", id, result: call(() => made.snapshot()) as CatResult });
    } catch (thrown) {
      if (room !== undefined) rooms.give(room);
      fail(id, thrown);
    } finally {
      if (reading?.id === id) reading = undefined;
      free(job);
    }
  }

  function run({ id, request }: Message<"run">): void {
    try {
      runs.set(
        id,
        call(() => new PackRun(request)),
      );
    } catch (thrown) {
      fail(id, thrown);
    }
  }

  /** Adds text to a run, and answers once it has ended or can't be packed. */
  function text({ id, bytes, last }: Message<"text">): void {
    const run = runs.get(id);
    if (run === undefined) return;
    try {
      const n = bytes.length;
      placeIn(run)(n).set(bytes);
      // Before the answer: after it nobody listens.
      send({ type: "room", id, bytes });
      const fine = call(() => run.push(n));
      if (fine && !last) return;
      const saved = call(() => run.finish());
      send({ type: "done", id, result: { frames: call(() => run.frames()), saved } });
      drop(id);
    } catch (thrown) {
      fail(id, thrown);
      drop(id);
    }
  }

  function drop(id: number): void {
    const run = runs.get(id);
    runs.delete(id);
    free(run);
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
          if (reading?.id === message.id) reading.more(message.source);
      }
    },
    /** Ends what is done for `id`. */
    forget(id: number): void {
      if (runs.has(id)) {
        drop(id);
        fail(id, cancelled());
      }
      if (reading?.id === id) {
        const { more } = reading;
        reading = undefined;
        more(null);
        rooms.refuse(cancelled());
      }
    },
  };
}
