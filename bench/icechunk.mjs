// Icechunk metadata in wasm: opening a manifest of a million virtual references and listing its arrays, beside the
// official package, which takes 414 ms for that.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { PACKAGE, ROOT } from "../scripts/lib/paths.mjs";
import { manifestOf } from "./lib/icechunk.mjs";
import { table } from "./lib/table.mjs";

/** Time of Icechunk's Python package for such a manifest, in ms. */
const OFFICIAL_MS = 414;
const FOLDER = join(ROOT, ".tools", "bench");
/** About as large as the engine's chunks of a file at hand. */
const CHUNK = 512 << 10;

export async function bench({ small, rounds }) {
  const references = small ? 10_000 : 1_000_000;
  const file = manifest(references);
  const { createInstance } = await import(pathToFileURL(join(PACKAGE, "more-instance.js")).href);
  const module = new WebAssembly.Module(readFileSync(join(PACKAGE, "tagview_more_bg.wasm")));
  const all = Array.from({ length: rounds }, () => open(createInstance(module), file, references));
  const row = all.reduce((best, other) => (other.ms < best.ms ? other : best));
  const command = whole(references);
  const result = { references, file_mb: file.length / 1e6, ...row, ...command, official_ms: OFFICIAL_MS };
  return { result, text: report(result) };
}

/** Makes the manifest once: compressed with the zstd program if available, otherwise stored in a frame. */
function manifest(references) {
  const path = pathOf(references);
  if (!existsSync(path)) {
    mkdirSync(FOLDER, { recursive: true });
    writeFileSync(path, manifestOf(references, compress));
  }
  return readFileSync(path);
}

const pathOf = (references) => join(FOLDER, `manifest-${references}`);

function compress(content) {
  const { status, stdout } = spawnSync("zstd", ["-3", "-c", "-q"], { input: content, maxBuffer: 1 << 30 });
  return status === 0 ? stdout : null;
}

/** Milliseconds and megabytes that opening takes, in an instance of its own. */
function open(wasm, file, references) {
  const cpu = process.cpuUsage();
  const start = performance.now();
  const opening = new wasm.IcechunkOpening(file.length);
  for (let at = 0; at < file.length; at += CHUNK) {
    const piece = file.subarray(at, at + CHUNK);
    const place = opening.reserve(piece.length);
    new Uint8Array(wasm.memory.buffer, place, piece.length).set(piece);
    opening.push(piece.length);
  }
  opening.end();
  const decompressed = performance.now();
  const opened = opening.finish();
  const verified = performance.now();
  const { manifest } = opened.describe();
  const end = performance.now();
  const { user, system } = process.cpuUsage(cpu);
  const listed = manifest.arrays.reduce((sum, array) => sum + array.virtual, 0);
  if (listed !== references) throw new Error(`${listed} references are listed, of ${references}`);
  return {
    ms: end - start,
    // On a machine that does other things too, the time of processors is more reliable.
    cpu_ms: (user + system) / 1e3,
    decompress_ms: decompressed - start,
    verify_ms: verified - decompressed,
    list_ms: end - verified,
    wasm_mb: wasm.memory.buffer.byteLength / 1e6,
  };
}

/** The whole command, from its start to its end, with the most memory it had. */
function whole(references) {
  const cli = join(ROOT, "cli", "bin", "tagview.js");
  const script = `process.argv.splice(1, 1); await import(${JSON.stringify(pathToFileURL(cli).href)}); process.on("exit", () => console.error(process.resourceUsage().maxRSS))`;
  const start = performance.now();
  const { stderr } = spawnSync(
    process.execPath,
    ["--input-type=module", "-e", script, "--", cli, "icechunk", "--json", pathOf(references)],
    { encoding: "utf8" },
  );
  return {
    command_ms: performance.now() - start,
    command_mb: Number(stderr.trim().split("\n").at(-1)) / 1e3,
  };
}

function report(row) {
  const lines = [
    ["references", row.references.toLocaleString("en")],
    ["file", `${row.file_mb.toFixed(1)} MB`],
    ["decompressed", `${row.decompress_ms.toFixed(0)} ms`],
    ["verified", `${row.verify_ms.toFixed(0)} ms`],
    ["arrays listed", `${row.list_ms.toFixed(0)} ms`],
    ["all of it", `${row.ms.toFixed(0)} ms (${row.cpu_ms.toFixed(0)} ms of processors)`],
    ["official package, a million", `${row.official_ms} ms`],
    ["wasm memory", `${row.wasm_mb.toFixed(0)} MB`],
    ["the whole command", `${row.command_ms.toFixed(0)} ms, ${row.command_mb.toFixed(0)} MB`],
  ];
  return table(["", ""], lines);
}
