/** A worker that is none: it runs on the thread of the caller. */

import type { MethodTable } from "./method.ts";
import type { WorkerPeer } from "./protocol.ts";
import { serve, type WorkerSide } from "./server.ts";

/** Other workers wait for this thread to hand them their next part. */
const TURN_MS = 4;

/** For sources no worker can open, and for files that are read before a worker has started. */
export function startOwnThread(
  { open, pause }: Pick<WorkerSide, "open" | "pause">,
  methods: MethodTable,
): WorkerPeer {
  const peer: WorkerPeer = {
    post: (message) => void answer(message),
    onMessage: () => {},
    onDeath: () => {},
    terminate() {},
    keepAlive() {},
  };
  const answer = serve({ methods, open, pause, turn: TURN_MS, post: (message) => peer.onMessage(message) });
  return peer;
}
