// The recording that the page's sample button opens: simulated, so that it need not be stored.
import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { CLI, SAMPLE } from "./lib/paths.mjs";
import { run } from "./lib/run.mjs";
import { must } from "./lib/step.mjs";

export async function simulateSample() {
  mkdirSync(dirname(SAMPLE), { recursive: true });
  const args = [CLI, "simulate", "--quiet", "--seed", "1", "-o", SAMPLE];
  must(await run(process.execPath, args), "the sample recording could not be simulated: see above");
}
