// Every analysis on tags in memory, in wasm and native, in million tags a second.
import { join } from "node:path";
import { ROOT } from "../scripts/lib/paths.mjs";
import { run } from "../scripts/lib/run.mjs";
import { must, step } from "../scripts/lib/step.mjs";
import { PEERS } from "./data/peer-throughput.mjs";
import { median } from "./lib/rounds.mjs";
import { table } from "./lib/table.mjs";
import { loadWorkloads } from "./lib/wasm.mjs";

const TAGS = 10_000_000;
const SMALL_TAGS = 100_000;

/** In ticks of 156.25 ps. */
const ANALYSES = {
  summary: "summary",
  rate: "rate",
  gaps: "gaps log=10",
  "correlation, 10 ns": "correlation a=3 b=15 bin=1 from=-64 to=64",
  "correlation, 1 us": "correlation a=3 b=15 bin=1 from=-6400 to=6400",
  "correlation, 90 log bins": "correlation a=3 b=15 log=10 from=6 to=6000000000",
  coincidences: "coincidence window=64",
  delay: "delay a=3 b=15",
  pairs: "pairs",
};

export async function bench({ small, rounds }) {
  const tags = small ? SMALL_TAGS : TAGS;
  const wasm = await timeInWasm(small, tags, rounds);
  // Compiling the native one takes a minute; the small bench does without.
  const native = small ? {} : await timeNatively(tags, rounds, Object.keys(wasm));
  const figures = (times) =>
    times === undefined ? null : { least: Math.min(...times), median: median(times) };
  const rows = Object.keys(wasm).map((name) => ({
    name,
    analysis: ANALYSES[name],
    wasm_ms: figures(wasm[name]),
    native_ms: figures(native[name]),
    peers: PEERS[name] ?? [],
  }));
  return { result: { tags, rounds, rows }, text: report(tags, rows) };
}

async function timeInWasm(small, tags, rounds) {
  const { TagWorkload } = await loadWorkloads(small);
  // A few tags first, so that the code of each analysis is compiled for good.
  const few = new TagWorkload(SMALL_TAGS);
  for (const analysis of Object.values(ANALYSES)) few.run(analysis);
  few.free();
  const workload = new TagWorkload(tags);
  const times = Object.fromEntries(Object.keys(ANALYSES).map((name) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, analysis] of Object.entries(ANALYSES)) {
      const since = performance.now();
      workload.run(analysis);
      times[name].push(performance.now() - since);
    }
  }
  workload.free();
  return times;
}

async function timeNatively(tags, rounds, names) {
  const build = ["build", "--quiet", "--release", "--locked", "-p", "tagview-bench", "--bin", "throughput"];
  await step("build the native bench", async () =>
    must(await run("cargo", build), "the native bench could not be built: see above"),
  );
  const program = join(ROOT, "target", "release", "throughput");
  const analyses = names.map((name) => ANALYSES[name]);
  const output = must(
    await run(program, [`${tags}`, `${rounds}`, ...analyses]),
    "the native bench failed: see above",
  );
  const lines = output.trim().split("\n");
  return Object.fromEntries(
    names.map((name, index) => [name, lines[index].split("\t").slice(1).map(Number)]),
  );
}

function report(tags, rows) {
  const speed = (figures) => (figures === null ? "n/a" : (tags / 1e3 / figures.least).toFixed(1));
  const ratio = ({ wasm_ms, native_ms }) =>
    native_ms === null ? "n/a" : (wasm_ms.least / native_ms.least).toFixed(2);
  const head = ["million tags a second", "wasm", "native", "time, wasm / native", "others"];
  const body = rows.map((row) => [
    row.name,
    speed(row.wasm_ms),
    speed(row.native_ms),
    ratio(row),
    row.peers.join(", "),
  ]);
  return `${(tags / 1e6).toLocaleString("en-US")} million tags of two channels at 1 MHz each, in one thread.\n${table(head, body)}`;
}
