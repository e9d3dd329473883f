/** The script of a Web Worker. */

import { METHODS } from "./formats/methods.ts";
import { pause } from "./pause.ts";
import { open } from "./source/browser.ts";
import type { FromWorker, ToWorker } from "./worker/protocol.ts";
import { serve } from "./worker/server.ts";

/** The part of a dedicated worker's global scope used here: the libs `webworker` and `dom` exclude each other. */
interface Scope {
  postMessage(message: FromWorker, transfer: Transferable[]): void;
  onmessage: ((event: MessageEvent<ToWorker>) => void) | null;
  onmessageerror: (() => void) | null;
}
const scope = globalThis as unknown as Scope;

const answer = serve({
  methods: METHODS,
  open,
  pause,
  post: (message, transfer) => scope.postMessage(message, transfer),
});
// An uncaught error ends the worker, and with it the job whose message could not be read.
scope.onmessageerror = () => {
  throw new Error("a message to it could not be read");
};
scope.onmessage = (event) => void answer(event.data);
