/**
 * The C library in the module brings functions of its own that Rust exports without being asked (`malloc`, `qsort` and
 * their like): nobody calls them from JavaScript, and they keep 35 kB of code alive.
 */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "./run.mjs";
import { must } from "./step.mjs";

const UNASKED = /^rust_zstd_wasm_shim_/;
/** What the module uses beside the first version of WebAssembly, as in `crates/wasm/Cargo.toml`. */
const FEATURES = [
  ...["simd", "bulk-memory", "nontrapping-float-to-int", "sign-ext", "mutable-globals", "reference-types"],
  "multivalue",
].map((feature) => `--enable-${feature}`);

/** Takes these exports off the module in `folder`, and what only they need. */
export async function dropUnaskedExports(folder) {
  const file = join(folder, "tagview_wasm_bg.wasm");
  const graph = join(folder, "exports.json");
  const names = WebAssembly.Module.exports(new WebAssembly.Module(readFileSync(file))).map(
    ({ name }) => name,
  );
  const kept = names.filter((name) => !UNASKED.test(name));
  if (kept.length === names.length) return;
  const roots = kept.map((name) => ({ name: `export ${name}`, export: name, root: true }));
  writeFileSync(graph, JSON.stringify(roots));
  const sentence = "exports could not be taken off the WebAssembly module: see above";
  must(await run("wasm-metadce", [file, "--graph-file", graph, "-o", file, ...FEATURES]), sentence);
  must(await run("wasm-opt", ["-O3", "--gufa", file, "-o", file, ...FEATURES]), sentence);
  rmSync(graph);
}
