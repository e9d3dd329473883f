/** The worker's side of the protocol, as an object that needs no worker. */

import { Scan } from "@tagview/wasm";
import { asTagviewError, TagviewError } from "./errors";
import { call, free, instantiate, isDead } from "./instance";
import { describePart, resultOf } from "./part";
import { buffersOf, type FromWorker, type ToWorker } from "./protocol";
import { readPart } from "./read";
import { serveText } from "./serve-text";
import type { Source, SourceDescription } from "./source";

export interface WorkerSide {
  open: (source: SourceDescription) => Source | Promise<Source>;
  pause: () => Promise<void>;
  /** How long reading may keep the thread from anything else, ms. */
  turn?: number;
  post: (message: FromWorker, transfer: ArrayBuffer[]) => void;
}

const TURN_MS = 25;

/** So many handfuls of tags that were sent on may wait to be analysed. */
const MOST_AHEAD = 8;

/** Tags on their way from here. */
interface Relay {
  ahead: number;
  goOn: () => void;
}

/** Answers messages: reads a part at a time, and keeps it until it is to be forgotten. */
export function serve({
  open,
  pause,
  turn = TURN_MS,
  post,
}: WorkerSide): (message: ToWorker) => Promise<void> {
  const parts = new Map<number, Scan>();
  const reading = new Set<number>();
  const relays = new Map<number, Relay>();
  const send = (message: FromWorker) => post(message, [...buffersOf(message)]);
  const fail = (id: number, thrown: unknown) =>
    send({ type: "failed", id, error: asTagviewError(thrown).toObject(), dead: isDead() });

  const texts = serveText({ open, pause, send, fail });

  const part = (id: number): Scan => {
    const scan = parts.get(id);
    if (scan === undefined) throw new TagviewError("internal", "a part was forgotten", "read the file again");
    return scan;
  };

  async function read(message: Extract<ToWorker, { type: "read" }>): Promise<void> {
    const { id, source, request, interval, snapshots } = message;
    const relay: Relay = { ahead: 0, goOn: () => {} };
    let scan: Scan | undefined;
    let keeps = false;
    try {
      const job = call(() => new Scan(request));
      scan = job;
      parts.set(id, job);
      reading.add(id);
      relays.set(id, relay);
      const opened = await open(source);
      const result = await readPart(opened, job, {
        pause,
        turn,
        interval,
        snapshots,
        stopped: () => !parts.has(id),
        onOrigin: (origin, start) => send({ type: "origin", id, origin, start }),
        onProgress: (bytes, saved, part) => send({ type: "progress", id, bytes, saved, part }),
        relay: (tags) => {
          send({ type: "relayed", id, tags });
          relay.ahead += 1;
          if (relay.ahead < MOST_AHEAD) return null;
          return new Promise((resolve) => {
            relay.goOn = resolve;
          });
        },
      });
      keeps = result.part.kept_tags !== null && parts.has(id);
      send({ type: "read", id, result });
    } catch (thrown) {
      fail(id, thrown);
    } finally {
      reading.delete(id);
      relays.delete(id);
      if (!keeps) {
        parts.delete(id);
        free(scan);
      }
    }
  }

  function hold({ id, tags, request }: Extract<ToWorker, { type: "hold" }>): void {
    let scan: Scan | undefined;
    let keeps = false;
    try {
      const held = call(() => new Scan(request));
      scan = held;
      call(() => held.hold(tags));
      const result = resultOf(held);
      keeps = result.part.kept_tags !== null;
      if (keeps) parts.set(id, held);
      send({ type: "read", id, result });
    } catch (thrown) {
      fail(id, thrown);
    } finally {
      if (!keeps) free(scan);
    }
  }

  return async (message) => {
    switch (message.type) {
      case "module":
        return instantiate(message.module);
      case "read":
        texts.rest();
        return read(message);
      case "hold":
        return hold(message);
      case "next": {
        const relay = relays.get(message.part);
        if (relay === undefined) return;
        relay.ahead -= 1;
        relay.goOn();
        return;
      }
      case "ask":
        try {
          const scan = part(message.part);
          const saved = call(() => scan.ask(message.request));
          send({ type: "answered", id: message.id, saved, tags: describePart(scan).kept_tags ?? 0 });
        } catch (thrown) {
          fail(message.id, thrown);
        }
        return;
      case "cat":
      case "run":
      case "text":
      case "room":
      case "more":
        return texts.hear(message);
      case "forget":
        for (const id of message.parts) {
          texts.forget(id);
          const scan = parts.get(id);
          parts.delete(id);
          relays.get(id)?.goOn();
          // The part that is being read is let go of by its reader.
          if (scan !== undefined && !reading.has(id)) free(scan);
        }
    }
  };
}
