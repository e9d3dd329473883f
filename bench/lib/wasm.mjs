import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { PACKAGE } from "../../scripts/lib/paths.mjs";

/** The wasm module as it ships, or the one in a folder, in this thread; and its memory. */
export async function loadWasm(folder = PACKAGE) {
  const wasm = await import(pathToFileURL(join(folder, "tagview_wasm.js")).href);
  const { memory } = wasm.initSync({ module: readFileSync(join(folder, "tagview_wasm_bg.wasm")) });
  return { wasm, memory };
}
