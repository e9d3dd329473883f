/** Starts a Web Worker of the sources. The built package replaces this file by `start-packed-worker.ts`. */

export function startWorker(): Worker {
  // Bundlers detect the script by this expression.
  return new Worker(new URL("./browser-worker.ts", import.meta.url), { type: "module" });
}
