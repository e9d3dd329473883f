// Builds of the core with one format alone, which need no dependency of another format.
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
