/** Starts a Web Worker whose script is inside the page. */

import InlineWorker from "../../engine/src/browser-worker.ts?worker&inline";

export function startWorker(): Worker {
  return new InlineWorker();
}
