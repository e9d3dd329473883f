// Decoding on one warm thread: from a file's bytes in memory to tags, results and text.
import { readFileSync } from "node:fs";
import { time } from "./lib/command.mjs";
import { recordings } from "./lib/inputs.mjs";
import { findPeers } from "./lib/peers.mjs";
import { median } from "./lib/rounds.mjs";
import { table } from "./lib/table.mjs";
import { loadWasm } from "./lib/wasm.mjs";

/** Bytes handed to wasm at a time. */
const CHUNK_BYTES = 1 << 20;

const reading = (...analyses) => ({
  module: "main",
  make: ({ PartReader }) => new PartReader({ analyses }),
});

export const JOBS = {
  "tags alone": reading(),
  "summary and rate (stats)": reading({ name: "summary" }, { name: "rate" }),
  "correlation, 10 ns (g2)": reading({ name: "correlation", a: 3n, b: 15n }),
  "text (cat)": { module: "more", make: ({ Cat }) => new Cat({}) },
};

/** Milliseconds that a job of `JOBS` takes for a file's bytes in its module. */
export function timeJob({ wasm, memory }, { make }, bytes) {
  const since = performance.now();
  const job = make(wasm);
  for (let from = 0; from < bytes.length; from += CHUNK_BYTES) {
    const chunk = bytes.subarray(from, from + CHUNK_BYTES);
    const place = job.reserve(chunk.length);
    new Uint8Array(memory.buffer, place, chunk.length).set(chunk);
    job.push(chunk.length);
  }
  job.finish();
  const ms = performance.now() - since;
  job.free();
  return ms;
}

export async function bench({ small, rounds }) {
  const { label, files } = await recordings(small ? "small" : "full");
  const { zstd } = await findPeers();
  const modules = { main: await loadWasm("main"), more: await loadWasm("more") };
  const bytes = readFileSync(files.many);
  const native = () => (zstd === null ? Number.NaN : time(zstd(files.many)));
  const took = Object.fromEntries(Object.keys(JOBS).map((name) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, job] of Object.entries(JOBS)) {
      const before = native();
      const ms = timeJob(modules[job.module], job, bytes);
      took[name].push({ ms, ratio: (2 * ms) / (before + native()) });
    }
  }
  const rows = Object.entries(took).map(([name, runs]) => {
    const ratio = median(runs.map((run) => run.ratio));
    return { name, ms: median(runs.map((run) => run.ms)), ratio: Number.isNaN(ratio) ? null : ratio };
  });
  return { result: { recording: label, rounds, rows }, text: report(label, rows) };
}

function report(label, rows) {
  const body = rows.map(({ name, ms, ratio }) => [
    name,
    Math.round(ms).toLocaleString("en-US"),
    ratio === null ? "n/a" : ratio.toFixed(2),
  ]);
  return table([`${label} tags, 34 frames, to`, "ms", "x zstd -dc"], body);
}
