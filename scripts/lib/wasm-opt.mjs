/** Makes a linked module smaller and faster with Binaryen's programs, which Rust builds do not run. */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { run } from "./run.mjs";
import { must } from "./step.mjs";

/**
 * The C library in the module has functions that Rust exports automatically (`malloc`, `qsort` and others). JavaScript
 * never calls them, and they keep 35 kB of code alive.
 */
const UNASKED = /^rust_zstd_wasm_shim_/;
/** Features beyond the first version of WebAssembly that the module uses. */
const FEATURES = [
  ...["simd", "bulk-memory", "nontrapping-float-to-int", "sign-ext", "mutable-globals", "reference-types"],
  "multivalue",
].map((feature) => `--enable-${feature}`);

/**
 * Options for a module. The modules of writers are faster with the highest level: `pack` takes 0.74 of the time, `merge` and
 * `repair` 0.85, `export` to Parquet 0.92. `main` becomes neither faster nor smaller (brotli), and it takes four times as
 * long.
 */
const levelOf = (name) => (name === "main" ? ["-O1"] : ["-O3", "--gufa"]);

/**
 * Removes unneeded exports from the module `name` in `file`, with the code that only they use, and optimises the rest.
 */
export async function optimise(file, name) {
  const graph = `${file}.exports.json`;
  const names = WebAssembly.Module.exports(new WebAssembly.Module(readFileSync(file))).map(
    ({ name }) => name,
  );
  const kept = names.filter((name) => !UNASKED.test(name));
  const roots = kept.map((name) => ({ name: `export ${name}`, export: name, root: true }));
  writeFileSync(graph, JSON.stringify(roots));
  const sentence = "the WebAssembly module could not be optimised: see above";
  must(await run("wasm-metadce", [file, "--graph-file", graph, "-o", file, ...FEATURES]), sentence);
  must(await run("wasm-opt", [...levelOf(name), file, "-o", file, ...FEATURES]), sentence);
  rmSync(graph);
}
