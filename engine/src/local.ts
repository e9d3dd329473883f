/** A worker that is none: it runs on the thread of the caller. */

import type { Platform, WorkerPeer } from "./platform";
import { serve } from "./serve";

/** Other workers wait for this thread to hand them their next part. */
const TURN_MS = 4;

/** For sources no worker can open, and for files that are read before a worker has started. */
export function local({ open, pause }: Pick<Platform, "open" | "pause">): WorkerPeer {
  const peer: WorkerPeer = {
    post: (message) => void answer(message),
    onMessage: () => {},
    onDeath: () => {},
    terminate() {},
    hold() {},
  };
  const answer = serve({ open, pause, turn: TURN_MS, post: (message) => peer.onMessage(message) });
  return peer;
}
