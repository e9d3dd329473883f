// Simulates the recordings beside the page, so that they need not be stored.
import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { CLI, SAMPLE, WARM_UP } from "./lib/paths.mjs";
import { run } from "./lib/run.mjs";
import { must } from "./lib/step.mjs";

/** Four milliseconds, because every visitor loads it, in frames short enough to keep the page responsive. */
const SHORT = ["--duration", "4ms", "--frame-tags", "512", "--level=19"];

/** Simulates the recording of the sample button, and the one that the page reads for its warm-up. */
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
