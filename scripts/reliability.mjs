// `npm run reliability`: what is told and recovered of thousands of damaged recordings, into docs/reliability.md.
// `npm run reliability -- --of 10` damages a tenth as many; `npm test` has a short one of its own.
import { fileURLToPath } from "node:url";
import { run } from "./lib/run.mjs";

/** cargo's arguments; the program's own follow them. */
const PROGRAM = [
  ...["run", "--quiet", "--locked", "--profile", "physics"],
  ...["-p", "tagview-reliability", "--"],
];

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const own = process.argv.length > 2 ? process.argv.slice(2) : ["--write"];
  const { code } = await run("cargo", [...PROGRAM, ...own], { keep: false });
  process.exitCode = code;
}
