/** Where the bundled engine finds its files: the build puts this module in the place of the engine's `node/files.ts`. */

import { pathToFileURL } from "node:url";
import { assetPath } from "./assets";

export const wasmFile = (): string => assetPath("tagview_wasm_bg.wasm");
export const workerFile = (): URL => pathToFileURL(assetPath("worker.js"));
