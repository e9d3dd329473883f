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
// An uncaught error ends the worker, and with it the job whose message could not be read.
port.on("messageerror", (error) => {
  throw error;
});
port.on("message", (message: ToWorker) => void answer(message));
