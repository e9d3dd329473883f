/** Takes the place of the engine's `node/files.ts` in the bundle. */

import { pathToFileURL } from "node:url";
import { beside } from "./beside";

export const wasmFile = (): string => beside("tagview_wasm_bg.wasm");
export const workerFile = (): URL => pathToFileURL(beside("worker.js"));
