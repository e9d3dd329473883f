// The recordings that the page has beside it: simulated, so that they need not be stored.
import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { CLI, SAMPLE, WARM_UP } from "./lib/paths.mjs";
import { run } from "./lib/run.mjs";
import { must } from "./lib/step.mjs";

/** Four milliseconds, because every visitor loads it, in frames so short that the page gets its turns. */
const SHORT = ["--duration", "4ms", "--frame-tags", "512", "--level=19"];

/** Simulates what the sample button opens, and what the page reads while nobody has opened anything. */
export async function simulateSamples() {
  mkdirSync(dirname(SAMPLE), { recursive: true });
  for (const [path, options] of [
    [SAMPLE, []],
    [WARM_UP, SHORT],
  ]) {
    const args = [CLI, "simulate", "--quiet", "--seed", "1", ...options, "--force", "-o", path];
    must(await run(process.execPath, args), "a recording of the page could not be simulated: see above");
  }
}
