/** Starts a Web Worker of the sources. The built package has `start-packed-worker.ts` in place of this file. */

export function startWorker(): Worker {
  // Bundlers find the script by this expression.
  return new Worker(new URL("./browser-worker.ts", import.meta.url), { type: "module" });
}
