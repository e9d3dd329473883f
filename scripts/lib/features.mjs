// Features of the core: each format builds alone, without dependencies of another one, and all modules share one build.
import { MODULES } from "./paths.mjs";
import { run } from "./run.mjs";

/** Features to build alone, and crates that they must not depend on. */
const ALONE = [
  ["offsets", ["capnp", "flatbuffers", "nalgebra"]],
  ["index-header", ["capnp", "flatbuffers", "nalgebra"]],
  ["icechunk,ruzstd", ["capnp", "nalgebra"]],
  ["tags,ruzstd", ["flatbuffers", "nalgebra"]],
  ["import,ruzstd", ["flatbuffers", "nalgebra"]],
  ["analysis,ruzstd", ["flatbuffers"]],
  ["simulate,ruzstd", ["flatbuffers", "nalgebra"]],
  ["std,ruzstd", ["flatbuffers"]],
];

/** Builds the core with each feature alone; returns what `run` returns. */
export async function checkFeatures() {
  for (const [features, unwanted] of ALONE) {
    const chosen = ["--locked", "-p", "tagview-core", "--no-default-features", "--features", features];
    const checked = await run("cargo", ["check", "--quiet", "--lib", ...chosen]);
    if (checked.code !== 0) return checked;
    const { code, output } = await run("cargo", ["tree", "--edges", "normal", "--prefix", "none", ...chosen]);
    if (code !== 0) return { code, output };
    const crates = new Set(output.split("\n").map((line) => line.split(" ")[0]));
    const found = unwanted.filter((name) => crates.has(name));
    if (found.length > 0) return { code: 1, output: `${features} alone depends on ${found.join(", ")}\n` };
  }
  return { code: 0, output: "" };
}

/** Crates of `args` with their features, one a line. */
async function tree(args) {
  const edges = ["--edges", "normal,build", "--prefix", "none", "--format", "{p} {f}"];
  const { output } = await run("cargo", ["tree", "--locked", ...edges, ...args]);
  return new Set(output.split("\n").map((line) => line.replace(" (*)", "")));
}

/** Crates and features of all modules: those that ship, and that of the benchmarks. */
const LINKED = [...MODULES.map((name) => ["tagview-wasm", `libzstd,${name}`]), ["tagview-bench", "libzstd"]];

/** Checks that the core and its dependencies have the same features in all modules: cargo then compiles them once. */
export async function checkSharedCore() {
  const target = ["--target", "wasm32-unknown-unknown", "--no-default-features"];
  const core = await tree(["-p", "tagview-core", ...target, "--features", "formats,libzstd"]);
  const nameOf = (line) => line.split(" ", 2).join(" ");
  const names = new Set([...core].map(nameOf));
  const trees = [];
  for (const [crate, features] of LINKED) {
    const all = await tree(["-p", crate, ...target, "--features", features]);
    trees.push(new Set([...all].filter((line) => names.has(nameOf(line)))));
  }
  const all = new Set(trees.flatMap((lines) => [...lines]));
  const differing = [...all].filter((line) => !trees.every((lines) => lines.has(line)));
  const output = `modules have the core with unlike features (see crates/wasm/Cargo.toml):\n${differing.join("\n")}\n`;
  return differing.length === 0 ? { code: 0, output: "" } : { code: 1, output };
}
