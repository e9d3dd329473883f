/** The script of a Web Worker. */

import type { FromWorker, ToWorker } from "../protocol";
import { serve } from "../serve";
import { pause } from "./pause";
import { open } from "./sources";

/** The part of a dedicated worker's global scope used here: the libs `webworker` and `dom` exclude each other. */
interface Scope {
  postMessage(message: FromWorker, transfer: Transferable[]): void;
  onmessage: ((event: MessageEvent<ToWorker>) => void) | null;
}
const scope = globalThis as unknown as Scope;

const answer = serve({ open, pause, post: (message, transfer) => scope.postMessage(message, transfer) });
scope.onmessage = (event) => void answer(event.data);
