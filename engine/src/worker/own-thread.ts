/** A worker interface that runs on the caller's thread. */

import type { MethodTable } from "./method.ts";
import type { WorkerPeer } from "./protocol.ts";
import type { WorkerSide } from "./server.ts";

/** Other workers wait for this thread to send them their next part. */
const TURN_MS = 4;

/**
 * For sources that no worker can open, and for files read before a worker has started. Its code is loaded on demand,
 * because a page rarely needs it.
 */
export function startOwnThread(
  { open, pause }: Pick<WorkerSide, "open" | "pause">,
  loadMethods: () => Promise<MethodTable>,
): WorkerPeer {
  const peer: WorkerPeer = {
    sharesThread: true,
    // Promises keep messages in order, because they settle in the order of their `then`.
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
