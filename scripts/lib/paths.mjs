import { homedir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The top folder of the repository. Every command runs there. */
export const ROOT = join(dirname(fileURLToPath(import.meta.url)), "..", "..");

/** Where set-up installs tools of this repository; ignored by git. */
export const TOOLS = join(ROOT, ".tools");

export const PACKAGE = join(ROOT, "crates", "wasm", "pkg");
/** The module of the benchmarks, which is not shipped. */
export const BENCH_PACKAGE = join(ROOT, "crates", "bench", "pkg");
/** Names of the wasm modules: each is a feature of `crates/wasm`, whose README lists their contents. */
export const MODULES = ["main", "more", "compare"];
export const CLI = join(ROOT, "cli", "bin", "tagview.js");
export const SAMPLE = join(ROOT, "web", "public", "sample.tags.zst");
export const WARM_UP = join(ROOT, "web", "public", "warm-up.tags.zst");

// A new rustup is in ~/.cargo/bin before PATH of any shell contains it.
const cargoBin = join(process.env.CARGO_HOME ?? join(homedir(), ".cargo"), "bin");

/** The environment of every child process: own tools first, rustup's last. */
export const ENV = {
  ...process.env,
  PATH: [join(TOOLS, "bin"), join(ROOT, "node_modules", ".bin"), process.env.PATH, cargoBin].join(delimiter),
};
