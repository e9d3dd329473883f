// `npm run physics`: derived numbers against simulated truth, with enough runs to know the shares of docs/physics.md to
// a percent or two. `npm run physics -- --only gaps` runs one case; `npm test` runs all of them with fewer runs.
import { fileURLToPath } from "node:url";
import { run } from "./lib/run.mjs";

/** cargo's arguments; arguments of the suite follow. */
export const SUITE = [
  ...["run", "--quiet", "--locked", "--profile", "physics"],
  ...["-p", "tagview-physics", "--"],
];

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const own = ["--long", "--write", ...process.argv.slice(2)];
  const { code } = await run("cargo", [...SUITE, ...own], { keep: false });
  process.exitCode = code;
}
