// Style and types of everything, changing nothing.
import { fileURLToPath } from "node:url";
import { run } from "./lib/run.mjs";

const WORKSPACES = ["engine", "charts", "web", "cli", "tests"];

/** Checks of the Rust code by name: they need no npm packages. Each returns what `run` returns. */
export const RUST_CHECKS = [
  ["cargo fmt", () => run("cargo", ["fmt", "--all", "--check"])],
  [
    "cargo clippy",
    () =>
      run("cargo", ["clippy", "--quiet", "--workspace", "--all-targets", "--locked", "--", "-D", "warnings"]),
  ],
];

/** Checks of the TypeScript code by name: they need the npm packages and the built modules. */
export const TYPESCRIPT_CHECKS = [
  ["biome", () => run("biome", ["check", "."])],
  // With types, which biome's rules do not see: a promise that nobody awaits loses errors, and bytes.
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
