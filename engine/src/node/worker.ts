/** The script of a Node worker. */

import { setImmediate as nextTurn } from "node:timers/promises";
import { parentPort } from "node:worker_threads";
import type { ToWorker } from "../protocol";
import { serve } from "../serve";
import { open } from "./sources";

const port = parentPort;
if (port === null) throw new Error("This script is started as a worker.");

const answer = serve({
  open,
  pause: () => nextTurn(),
  post: (message, transfer) => port.postMessage(message, transfer),
});
port.on("message", (message: ToWorker) => void answer(message));
