/** A worker that is none: it runs on the thread of the caller. */

import type { MethodTable } from "./method.ts";
import type { WorkerPeer } from "./protocol.ts";
import type { WorkerSide } from "./server.ts";

/** Other workers wait for this thread to hand them their next part. */
const TURN_MS = 4;

/**
 * For sources no worker can open, and for files that are read before a worker has started. Its code is loaded with it:
 * a page seldom needs it.
 */
export function startOwnThread(
  { open, pause }: Pick<WorkerSide, "open" | "pause">,
  loadMethods: () => Promise<MethodTable>,
): WorkerPeer {
  const peer: WorkerPeer = {
    // Messages stay in their order, because promises answer in that of their `then`.
    post: (message) =>
      void answer.then(
        (answer) => answer(message),
        () => {},
      ),
    onMessage: () => {},
    onDeath: () => {},
    terminate() {},
    keepAlive() {},
  };
  const answer = Promise.all([import("./server.ts"), loadMethods()]).then(([{ serve }, methods]) =>
    serve({ methods, open, pause, turn: TURN_MS, post: (message) => peer.onMessage(message) }),
  );
  answer.catch((thrown) => peer.onDeath(String(thrown)));
  return peer;
}
