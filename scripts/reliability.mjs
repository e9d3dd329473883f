// `npm run reliability`: detection and recovery of thousands of damaged recordings, into docs/reliability.md.
// `npm run reliability -- --of 10` damages a tenth as many; `npm test` has a short version.
// `npm run reliability kill [MOMENTS] [SEED]`: kills commands that write, and checks the files that remain.
import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";
import { kill } from "../tests/reliability/kill.mjs";
import { CLI } from "./lib/paths.mjs";
import { run } from "./lib/run.mjs";
import { main, Trouble } from "./lib/step.mjs";

/** cargo's arguments; arguments of the program follow. */
const PROGRAM = [
  ...["run", "--quiet", "--locked", "--profile", "physics"],
  ...["-p", "tagview-reliability", "--"],
];

async function damage(args) {
  const own = args.length > 0 ? args : ["--write"];
  const { code } = await run("cargo", [...PROGRAM, ...own], { keep: false });
  process.exitCode = code;
}

async function killCommands([moments = 200, seed = 1]) {
  const counts = await kill({ moments, folder: tmpdir(), cli: CLI, seed });
  process.stdout.write(`${JSON.stringify(counts, null, 2)}\n`);
  if (counts.broken.length > 0) throw new Trouble("a killed command left a broken output");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [first, ...rest] = process.argv.slice(2);
  await main(() => (first === "kill" ? killCommands(rest.map(Number)) : damage(process.argv.slice(2))));
}
