/** Workers of the caller's thread: an idle one is kept ready, a silent one is ended. */

import { asTagviewError, cancelled, TagviewError } from "./errors";
import type { Platform, WorkerPeer } from "./platform";
import type { FromWorker, ToWorker } from "./protocol";
import type { Snapshot } from "./results";

const ANSWER_MS = 50;
const IDLE = 1;

export interface Pool {
  /** Starts an idle worker before it is needed. */
  warm(): Promise<void>;
  run(
    scan: Extract<ToWorker, { type: "scan" }>,
    options: { signal?: AbortSignal | undefined; onSnapshot?: ((snapshot: Snapshot) => void) | undefined },
  ): Promise<Snapshot>;
}

export function createPool(platform: Platform): Pool {
  const idle: WorkerPeer[] = [];

  async function start(): Promise<WorkerPeer> {
    const module = await platform.load();
    const peer = platform.spawn();
    peer.hold(false);
    peer.post({ type: "module", module });
    return peer;
  }

  function putBack(peer: WorkerPeer): void {
    peer.onMessage = () => {};
    peer.onDeath = () => {
      const at = idle.indexOf(peer);
      if (at >= 0) idle.splice(at, 1);
    };
    peer.hold(false);
    if (idle.length < IDLE) idle.push(peer);
    else peer.terminate();
  }

  return {
    async warm() {
      if (idle.length < IDLE) putBack(await start());
    },

    async run(scan, { signal, onSnapshot }) {
      if (signal?.aborted) throw cancelled();
      const peer = idle.pop() ?? (await start());
      return new Promise<Snapshot>((resolve, reject) => {
        let abandoned = false;
        let silence: ReturnType<typeof setTimeout> | undefined;

        const end = (reusable: boolean) => {
          clearTimeout(silence);
          signal?.removeEventListener("abort", abort);
          if (reusable) putBack(peer);
          else peer.terminate();
        };
        // The caller is answered at once; the worker gets a moment to become reusable.
        const abort = () => {
          abandoned = true;
          reject(cancelled());
          peer.post({ type: "cancel" });
          silence = setTimeout(() => end(false), ANSWER_MS);
        };

        peer.onMessage = (message: FromWorker) => {
          switch (message.type) {
            case "snapshot":
              if (!abandoned) onSnapshot?.(message.snapshot);
              return;
            case "done":
              end(true);
              resolve(message.snapshot);
              return;
            case "failed":
              end(!message.dead);
              reject(asTagviewError(message.error));
          }
        };
        peer.onDeath = (why) => {
          end(false);
          reject(
            new TagviewError(
              "internal",
              `the decoder stopped (${why})`,
              "please report it, with the file if you can share it",
            ),
          );
        };
        if (signal?.aborted) {
          putBack(peer);
          reject(cancelled());
          return;
        }
        signal?.addEventListener("abort", abort, { once: true });
        peer.hold(true);
        peer.post(scan);
      });
    },
  };
}
