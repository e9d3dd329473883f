// `npm run physics`: derived numbers against simulated truth, with enough runs to know the shares of docs/physics.md to
// a percent or two. `npm run physics -- --only gaps` runs one case; `npm test` runs all of them with fewer runs.
import { run } from "./lib/run.mjs";

const program = ["run", "--quiet", "--locked", "--profile", "physics", "-p", "tagview-physics", "--"];
const own = ["--long", "--write", ...process.argv.slice(2)];
const { code } = await run("cargo", [...program, ...own], { keep: false });
process.exitCode = code;
