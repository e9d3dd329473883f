/** The script of a Node worker. */

import { setImmediate as nextTurn } from "node:timers/promises";
import { parentPort } from "node:worker_threads";
import { METHODS } from "./formats/methods.ts";
import { open } from "./source/node.ts";
import type { ToWorker } from "./worker/protocol.ts";
import { serve } from "./worker/server.ts";

const port = parentPort;
if (port === null) throw new Error("This script is started as a worker.");

const answer = serve({
  methods: METHODS,
  open,
  pause: () => nextTurn(),
  post: (message, transfer) => port.postMessage(message, transfer),
});
port.on("message", (message: ToWorker) => void answer(message));
