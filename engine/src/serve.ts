/** The worker's side of the protocol, as an object that needs no worker to be tested. */

import { asTagviewError } from "./errors";
import { instantiate, isDead } from "./instance";
import { buffersOf, type FromWorker, type ToWorker } from "./protocol";
import { runScan } from "./run";
import type { Source, SourceDescription } from "./source";

export interface WorkerSide {
  open: (source: SourceDescription) => Source | Promise<Source>;
  pause: () => Promise<void>;
  post: (message: FromWorker, transfer: ArrayBuffer[]) => void;
}

/** Answers messages: one scan at a time. */
export function serve({ open, pause, post }: WorkerSide): (message: ToWorker) => Promise<void> {
  let stopped = false;
  const send = (message: FromWorker) => post(message, [...buffersOf(message)]);

  return async (message) => {
    if (message.type === "module") return instantiate(message.module);
    if (message.type === "cancel") {
      stopped = true;
      return;
    }
    stopped = false;
    try {
      const snapshot = await runScan(await open(message.source), message.request, {
        pause,
        stopped: () => stopped,
        interval: message.interval,
        onSnapshot: message.snapshots ? (taken) => send({ type: "snapshot", snapshot: taken }) : undefined,
      });
      send({ type: "done", snapshot });
    } catch (thrown) {
      send({ type: "failed", error: asTagviewError(thrown).toObject(), dead: isDead() });
    }
  };
}
