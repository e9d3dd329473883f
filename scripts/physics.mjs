// `npm run physics`: derived numbers against simulated truth, in so many runs that the shares of docs/physics.md are
// known to a percent or two. `npm run physics -- --only gaps` runs one case; `npm test` runs all of them, but less often.
import { fileURLToPath } from "node:url";
import { run } from "./lib/run.mjs";

/** cargo's arguments; the suite's own follow them. */
export const SUITE = [
  ...["run", "--quiet", "--locked", "--profile", "physics"],
  ...["-p", "tagview-physics", "--"],
];

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const own = ["--long", "--write", ...process.argv.slice(2)];
  const { code } = await run("cargo", [...SUITE, ...own], { keep: false });
  process.exitCode = code;
}
