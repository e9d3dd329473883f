import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { PACKAGE } from "../../scripts/lib/paths.mjs";

/** The wasm module `name` as it ships, or the one in a folder, in this thread; and its memory. */
export async function loadWasm(name = "main", folder = PACKAGE) {
  const wasm = await import(pathToFileURL(join(folder, `tagview_${name}.js`)).href);
  const { memory } = wasm.initSync({ module: readFileSync(join(folder, `tagview_${name}_bg.wasm`)) });
  return { wasm, memory };
}
