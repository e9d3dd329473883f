// Checks style, prose and types of everything, without changing files.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { checkFeatures, checkSharedCore } from "./lib/features.mjs";
import { ROOT } from "./lib/paths.mjs";
import { checkProse } from "./lib/prose.mjs";
import { checkApi } from "./lib/public-api.mjs";
import { run } from "./lib/run.mjs";

/** The Rust files of the analyses, whose modules a macro declares: `cargo fmt` does not find these. */
export function analyses() {
  const folder = join(ROOT, "crates/core/src/analysis");
  const files = readdirSync(folder, { recursive: true }).filter((file) => file.endsWith(".rs"));
  return files.map((file) => join(folder, file));
}

const WORKSPACES = ["engine", "charts", "web", "cli", "tests"];

/** Checks of the Rust code by name: they need no npm packages. Each returns what `run` returns. */
export const RUST_CHECKS = [
  ["cargo fmt", () => run("cargo", ["fmt", "--all", "--check"])],
  ["rustfmt of the analyses", () => run("rustfmt", ["--check", "--edition", "2024", ...analyses()])],
  [
    "cargo clippy",
    () =>
      run("cargo", ["clippy", "--quiet", "--workspace", "--all-targets", "--locked", "--", "-D", "warnings"]),
  ],
  ["documentation and public API of the core", checkApi],
  ["the core's features alone", checkFeatures],
  ["the core's features in the modules", checkSharedCore],
];

/** Checks of the TypeScript code by name: they need the npm packages and the built modules. */
export const TYPESCRIPT_CHECKS = [
  ["prose", checkProse],
  ["biome", () => run("biome", ["check", "."])],
  // Needs types, which biome's rules do not see: a promise without `await` loses errors and bytes.
  ["promises", () => run("oxlint", ["--type-aware", ...WORKSPACES])],
  ...WORKSPACES.map((name) => [`types of ${name}`, () => run("tsc", ["-p", name])]),
];

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [name, check] of [...RUST_CHECKS, ...TYPESCRIPT_CHECKS]) {
    const { code, output } = await check();
    process.stdout.write(`${name}: ${code === 0 ? "good" : "not good"}\n`);
    if (code !== 0) {
      process.stdout.write(output);
      process.exitCode = 1;
    }
  }
}
