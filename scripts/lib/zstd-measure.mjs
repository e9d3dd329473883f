// Measures the patched zstd decoder: two modules, with and without the patch, decode the same recordings in turns.
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { JOBS, timeJob } from "../../bench/decode.mjs";
import { table } from "../../bench/lib/table.mjs";
import { loadWasm } from "../../bench/lib/wasm.mjs";
import { moduleFile, packWasm } from "../build.mjs";
import { findClang } from "./clang.mjs";
import { CLI, TOOLS } from "./paths.mjs";
import { run } from "./run.mjs";
import { must, step, Trouble } from "./step.mjs";
import { optimise } from "./wasm-opt.mjs";

const PLACE = join(TOOLS, "zstd-measure");
const LEVELS = [-5, 1, 3, 9, 19];
/** Tags of a recording with 217,000 tags a second. */
const DURATION = "20s";

async function buildModule(clang, name) {
  const output = join(PLACE, name);
  // A folder for each module, so that the repository's build stays unchanged.
  const env = { CARGO_TARGET_DIR: join(PLACE, `target-${name}`) };
  await step(`build the WebAssembly module ${name}`, async () => {
    await packWasm("main", { clang, plain: name === "unchanged", output, env });
    await optimise(moduleFile("main", output), "main");
  });
  return loadWasm("main", output);
}

async function recordingOf(level) {
  const path = join(PLACE, `level${level}.tags.zst`);
  const args = [CLI, "simulate", "--quiet", "--duration", DURATION, `--level=${level}`, "-o", path];
  if (!existsSync(path)) {
    must(await run(process.execPath, args), "a recording to measure with could not be made");
  }
  return readFileSync(path);
}

/** Processor time of a job in ms, which other programs disturb less than wall-clock time. */
function processorTime(module, job, bytes) {
  const before = process.cpuUsage();
  timeJob(module, JOBS[job], bytes);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** Prints a table: the least time of `rounds`, and its ratio with and without the patch. */
export async function measure(rounds) {
  const clang = await findClang();
  if (!clang) throw new Trouble("the change needs LLVM's clang, which can compile for wasm32");
  mkdirSync(PLACE, { recursive: true });
  const modules = {
    unchanged: await buildModule(clang, "unchanged"),
    changed: await buildModule(clang, "changed"),
  };
  const rows = [];
  for (const level of LEVELS) {
    const bytes = await recordingOf(level);
    for (const job of ["tags alone", "summary and rate (stats)"]) {
      const least = { unchanged: Number.POSITIVE_INFINITY, changed: Number.POSITIVE_INFINITY };
      // Skip the first round, in which V8 optimises.
      for (let round = 0; round <= rounds; round += 1) {
        for (const [name, module] of Object.entries(modules)) {
          const ms = processorTime(module, job, bytes);
          if (round > 0) least[name] = Math.min(least[name], ms);
        }
      }
      const { unchanged, changed } = least;
      rows.push([
        `level ${level}, ${job}`,
        unchanged.toFixed(0),
        changed.toFixed(0),
        (changed / unchanged).toFixed(2),
      ]);
    }
  }
  return table(["least processor time", "unchanged, ms", "changed, ms", "ratio"], rows);
}
