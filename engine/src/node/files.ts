/** Where the wasm file and the worker's script lie. A bundle puts its own file in place of this one. */

import { fileURLToPath } from "node:url";

/** Path of the wasm file. */
export function wasmFile(): string {
  return fileURLToPath(import.meta.resolve("@tagview/wasm/tagview_wasm_bg.wasm"));
}

/** The worker's script: Node runs no TypeScript, so the built one (`npm run build -w engine`). */
export function workerFile(): URL {
  return new URL("../../dist/worker.js", import.meta.url);
}
