/** Starts a Web Worker of the built package, which has the script of all workers in one file. */

import { inPackage } from "./in-package.ts";

/** The address of a script that imports the worker's, if that is of another origin than the page. */
let importing: string | undefined;

export function startWorker(): Worker {
  // Bundlers copy the file in this expression.
  const script = inPackage(new URL("./tagview-worker.js", import.meta.url));
  if (script.origin === globalThis.location.origin) return new Worker(script, { type: "module" });
  // A worker starts only with a script of the page's origin, which may import from other origins.
  importing ??= URL.createObjectURL(
    new Blob([`import ${JSON.stringify(script.href)};`], { type: "text/javascript" }),
  );
  return new Worker(importing, { type: "module" });
}
