/** The worker's side of the protocol, as an object that needs no worker. */

import { Scan } from "@tagview/wasm";
import { asTagviewError, TagviewError } from "./errors";
import { call, free, instantiate, isDead } from "./instance";
import { describePart } from "./part";
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

/** Answers messages: reads a part at a time, and keeps it until it is to be forgotten. */
export function serve({
  open,
  pause,
  turn = TURN_MS,
  post,
}: WorkerSide): (message: ToWorker) => Promise<void> {
  const parts = new Map<number, Scan>();
  const reading = new Set<number>();
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
    const { id, source, request, interval, snapshots, spread } = message;
    let scan: Scan | undefined;
    let keeps = false;
    try {
      const job = call(() => new Scan(request));
      scan = job;
      parts.set(id, job);
      reading.add(id);
      const opened = await open(source);
      const result = await readPart(opened, job, {
        pause,
        turn,
        interval,
        snapshots,
        spread,
        stopped: () => !parts.has(id),
        onOrigin: (origin, start) => send({ type: "origin", id, origin, start }),
        onProgress: (bytes, saved, part) => send({ type: "progress", id, bytes, saved, part }),
        onKept: (tags, count) => send({ type: "kept", id, tags, count }),
      });
      keeps = result.part.kept_tags !== null && parts.has(id);
      send({ type: "read", id, result });
    } catch (thrown) {
      fail(id, thrown);
    } finally {
      reading.delete(id);
      if (!keeps) {
        parts.delete(id);
        free(scan);
      }
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
        // Where there is no room, questions find nothing, and the part is read again.
        try {
          const held = call(() => new Scan({ analyses: [] }));
          parts.set(message.id, held);
          call(() => held.hold(message.tags));
        } catch {
          parts.delete(message.id);
        }
        return;
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
          // The part that is being read is let go of by its reader.
          if (scan !== undefined && !reading.has(id)) free(scan);
        }
    }
  };
}
