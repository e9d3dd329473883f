/** Checks of performance that need no clock: memory, file sizes, and that the benchmark runs. */

import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { initSync, PartReader } from "@tagview/wasm/main";
import { beforeAll, describe, expect, test } from "vitest";
import { recordings } from "../../bench/lib/inputs.mjs";
import { pageFiles, transferSizes } from "../../bench/page.mjs";

const RUN = fileURLToPath(new URL("../../bench/run.mjs", import.meta.url));
const MB = 1e6;

interface Row {
  name: string;
  ms: number;
  ratio: number;
  bytes: number | null;
}

interface Tags {
  peers: { zstd: string | null };
  groups: { title: string; rows: Row[] }[];
  sizes: Record<string, number>;
}

interface Analyses {
  rows: { name: string; wasm_ms: { least: number } }[];
}

interface Decode {
  rows: { name: string; ms: number }[];
}

interface Imports {
  peers: Record<string, string | null>;
  groups: {
    kind: string;
    records: number;
    rows: { name: string; ms: number; records_per_second: number }[];
  }[];
}

describe("npm run bench -- --small", () => {
  let tags: Tags;
  let analyses: Analyses;
  let decode: Decode;
  let imports: Imports;
  beforeAll(async () => {
    const args = [RUN, "tags", "analyses", "decode", "import", "--small", "--json"];
    const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 2 ** 24 });
    const results = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    [tags, analyses, decode, imports] = results as [Tags, Analyses, Decode, Imports];
  }, 600_000);

  test("measures every command", () => {
    const rows = tags.groups.flatMap(({ rows }) => rows);
    for (const { ms, ratio } of rows) {
      expect(ms).toBeGreaterThan(0);
      expect(ratio).toBeGreaterThan(0);
    }
    const names = new Set(rows.map(({ name }) => name));
    const always = ["tagview --version", "tagview stats, 1M tags", "1 % of the time"];
    const beside = ["stats", "g2", "delay", "rate", "gaps", "cat", "pack"].map((name) => `tagview ${name}`);
    const expected = tags.peers.zstd === null ? always : [...always, ...beside];
    expect(expected.filter((name) => !names.has(name))).toEqual([]);
  });

  test("no command exceeds its memory limit", () => {
    const rows = tags.groups.flatMap(({ rows }) => rows).filter(({ name }) => name.startsWith("tagview"));
    for (const { name, bytes } of rows) {
      // Null if the system does not report it.
      if (bytes !== null) expect(bytes, name).toBeLessThan(150 * MB);
    }
  });

  test("a recording is not larger than what the zstd program makes of it", () => {
    const { "tagview pack, with index": ours, "zstd -3 of one message": theirs } = tags.sizes;
    if (theirs === undefined) return console.log("skipped: there is no zstd program");
    expect(ours).toBeLessThan(theirs);
  });

  test("measures every way out of a decoded file", () => {
    expect(decode.rows.length).toBe(4);
    for (const { name, ms } of decode.rows) expect(ms, name).toBeGreaterThan(0);
  });

  test("measures every analysis", () => {
    expect(analyses.rows.length).toBeGreaterThanOrEqual(8);
    for (const { name, wasm_ms } of analyses.rows) expect(wasm_ms.least, name).toBeGreaterThan(0);
  });

  test("measures reading other taggers' recordings, beside the packages there are", () => {
    const there = Object.entries(imports.peers).filter(([, version]) => version !== null);
    const names = ["tagview stats", ...there.map(([name]) => name)];
    expect(imports.groups.map(({ kind }) => kind)).toEqual(["T2", "T3"]);
    for (const { records, rows } of imports.groups) {
      expect(records).toBeGreaterThan(100_000);
      expect(rows.map(({ name }) => name)).toEqual(names);
      for (const { ms, records_per_second } of rows)
        expect(records_per_second).toBeCloseTo((records / ms) * 1e3, 3);
    }
  });

  test("the memory of a scan does not grow with the file", async () => {
    const { files } = await recordings("small");
    const file = fileURLToPath(import.meta.resolve("@tagview/wasm/main.wasm"));
    const { memory } = initSync({ module: readFileSync(file) });
    const analyses = [{ name: "summary" }, { name: "rate" }, { name: "correlation", a: 3n, b: 15n }];
    // Recordings one after another are a recording.
    const reader = new PartReader({ analyses });
    const push = (bytes: Uint8Array) => {
      for (let from = 0; from < bytes.length; from += 2 ** 16) {
        const chunk = bytes.subarray(from, from + 2 ** 16);
        const place = reader.reserve(chunk.length);
        new Uint8Array(memory.buffer, place, chunk.length).set(chunk);
        reader.push(chunk.length);
      }
    };
    const one = readFileSync(files.one);
    // After two files, every buffer has its size.
    push(one);
    push(one);
    const after = memory.buffer.byteLength;
    for (let again = 0; again < 5; again += 1) push(one);
    expect(reader.describe().tags).toBeGreaterThan(6_000_000);
    expect(memory.buffer.byteLength).toBe(after);
    expect(after).toBeLessThan(32 * MB);
    reader.free();
  });
});

describe("what the page transfers", () => {
  const files = transferSizes();
  const kB = (some: typeof files) => some.reduce((sum, file) => sum + file.brotli, 0) / 1000;

  test("is less than 518 kB until a recording's first charts", () => {
    const first = files.filter(({ first }) => first);
    // The page, its script and style, the worker, the module and the recording that warms it up.
    expect(first.length).toBeGreaterThanOrEqual(6);
    expect(kB(first)).toBeLessThan(518);
  });

  // A visitor loads of this what the opened format needs; each new format adds its own.
  test("is less than 1,340 kB with all that may ever be asked for, and as much again for comparing formats", () => {
    expect(files.some(({ name, first }) => name.startsWith("tagview_more") && !first)).toBe(true);
    const others = files.filter(({ name }) => !name.startsWith("tagview_compare"));
    expect(kB(others)).toBeLessThan(1340);
    // With the crates of ten formats, which only the comparison loads.
    expect(kB(files)).toBeLessThan(2120);
  });

  test("contains no path of the builder's home directory", () => {
    const modules = pageFiles().filter(({ name }) => name.endsWith(".wasm"));
    expect(modules.length).toBe(3);
    for (const { name, path } of modules) expect(readFileSync(path).includes(homedir()), name).toBe(false);
  });
});
