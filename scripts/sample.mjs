// Simulates the recordings beside the page, so that they need not be stored.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { CLI, SAMPLE, WARM_UP } from "./lib/paths.mjs";
import { run } from "./lib/run.mjs";
import { must } from "./lib/step.mjs";

/** Three milliseconds, because every visitor loads it, in frames short enough to keep the page responsive. */
const SHORT = ["--duration", "3ms", "--frame-tags", "512", "--level=19"];

const FOLDER = dirname(SAMPLE);
const DAMAGED = join(FOLDER, "sample-damaged.tags.zst");

/** A molecule that is excited all the time: one photon after the other, never two at once. */
const EMITTER = [
  ...["--light", "emitter", "--light-rate", "600000", "--lifetime", "20ns", "--duration", "1s"],
  ...["--dark-rate", "200", "--no-extra", "--frame-tags", "8192", "--level=19"],
];
/**
 * Its fluorescence after the pulses of a laser, whose clock is channel 1. Dead time and afterpulses are as long as in the
 * other recordings, whose tick is longer.
 */
const PULSED = [
  ...["--light", "emitter", "--pulse-rate", "1000000", "--clock", "1", "--light-rate", "300000"],
  ...["--lifetime", "3.5ns", "--emitter-g2", "0.1", "--duration", "200ms", "--tick", "25ps"],
  ...["--dead-time", "50ns", "--afterpulse-decay", "100ns", "--no-extra", "--level=19"],
];

/** Paths of the recordings beside the page, with the options that simulate them. */
const RECORDINGS = [
  [SAMPLE, []],
  [WARM_UP, SHORT],
  [join(FOLDER, "sample-emitter.tags.zst"), EMITTER],
  [join(FOLDER, "sample-lifetime.tags.zst"), PULSED],
  [DAMAGED, EMITTER],
];

/** The files that `simulateSamples` writes. */
export const SAMPLES = RECORDINGS.map(([path]) => path);

/** Overwrites a part of the middle, and cuts the end off. */
function damage(path) {
  const bytes = readFileSync(path);
  bytes.fill(0xff, Math.floor(0.36 * bytes.length), Math.floor(0.44 * bytes.length));
  writeFileSync(path, bytes.subarray(0, Math.floor(0.9 * bytes.length)));
}

/** Simulates the recordings of the start page, and the one that the page reads for its warm-up. */
export async function simulateSamples() {
  mkdirSync(FOLDER, { recursive: true });
  for (const [path, options] of RECORDINGS) {
    const args = [CLI, "simulate", "--quiet", "--seed", "1", ...options, "--force", "-o", path];
    must(await run(process.execPath, args), "a recording of the page could not be simulated: see above");
  }
  damage(DAMAGED);
}
