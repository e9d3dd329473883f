import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { buildBench } from "../../scripts/build.mjs";
import { BENCH_PACKAGE, PACKAGE } from "../../scripts/lib/paths.mjs";

/** The wasm module `name` as it ships, or the one in a folder, in this thread; and its memory. */
export async function loadWasm(name = "main", folder = PACKAGE) {
  const wasm = await import(pathToFileURL(join(folder, `tagview_${name}.js`)).href);
  const { memory } = wasm.initSync({ module: readFileSync(join(folder, `tagview_${name}_bg.wasm`)) });
  return { wasm, memory };
}

/** The module with repeated work, `crates/bench`, built if it changed. A `small` bench does with one of development. */
export async function loadWorkloads(small) {
  await buildBench({ mayBeQuick: small });
  return (await loadWasm("bench", BENCH_PACKAGE)).wasm;
}
