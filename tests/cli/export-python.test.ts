/** Exports as DuckDB, pyarrow, Polars, NumPy and h5py read them, in a virtual environment for this test. */

import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { writePtu } from "../../bench/lib/ptu.mjs";
import { record, scratch, tagview, write } from "../support/command-line";
import { pythonWith } from "../support/python";

const SCRIPT = fileURLToPath(new URL("../support/export-python.py", import.meta.url));
const PAIRS = fileURLToPath(new URL("../support/pairs-python.py", import.meta.url));
const REAL = fileURLToPath(new URL("../../../shared/data/other-taggers", import.meta.url));
const DOCS = fileURLToPath(new URL("../../docs/export.md", import.meta.url));
const FORMATS = ["parquet", "arrow", "npy", "csv", "h5"];
const folder = scratch();
const run = promisify(execFile);

interface Told {
  channels: Record<string, number>;
  sum: string;
}

interface Answer {
  tags: Record<string, Told>;
  metadata: Record<string, Record<string, string>>;
  filter: Record<string, number | number[]>;
  versions: Record<string, string>;
}

const prepared = () =>
  pythonWith({
    name: "export-python",
    packages: ["duckdb", "pyarrow", "polars", "numpy", "h5py"],
    check: "import duckdb, h5py, numpy, polars, pyarrow",
  });

/** The content of a recording's exports as read by Python; undefined if Python is not available. */
async function answerOf(
  name: string,
  tags: [number | bigint, bigint][],
  { options = [], from = 0n, to = 0n }: { options?: string[]; from?: bigint; to?: bigint } = {},
): Promise<Answer | undefined> {
  const environment = await prepared();
  if ("reason" in environment) {
    console.log(`skipped: ${environment.reason}`);
    return undefined;
  }
  await record(`${folder}/${name}.tags.zst`, tags as [number, bigint][]);
  for (const format of FORMATS) {
    const made = await tagview(
      ["export", `${name}.tags.zst`, "-o", `${name}.${format}`, "--group-tags", "1000", ...options],
      "",
      folder,
    );
    const stderr = tags.length === 0 ? `note: ${name}.tags.zst: no tags are selected\n` : "";
    expect(made).toEqual({ status: 0, stdout: "", stderr });
  }
  const args = [SCRIPT, folder, name, String(from), String(to)];
  const { stdout } = await run(environment.python, args, { maxBuffer: 1 << 28, timeout: 120_000 });
  return JSON.parse(stdout.trimEnd().split("\n").at(-1) ?? "");
}

function told(tags: [number | bigint, bigint][]): Told {
  const channels: Record<string, number> = {};
  let sum = 0n;
  for (const [channel, time] of tags) {
    channels[String(channel)] = (channels[String(channel)] ?? 0) + 1;
    sum += time;
  }
  return { channels, sum: String(sum) };
}

describe("exports read by Python's tools", { timeout: 400_000 }, () => {
  it("is every tag, in each format, and of a range of time only the row groups concerned", async () => {
    const tags = Array.from({ length: 5000 }, (_, k): [number, bigint] => [
      [3, 15, 16][k % 3] ?? 3,
      7n * BigInt(k),
    ]);
    const list = write(folder, "list.csv", "channel,name\n3,signal\n15,idler\n");
    const answer = await answerOf("run", tags, { options: ["--channels", list], from: 7000n, to: 14_000n });
    if (answer === undefined) return;
    console.log(JSON.stringify(answer.versions));
    const expected = told(tags);
    expect(Object.keys(answer.tags)).toHaveLength(9);
    for (const [tool, read] of Object.entries(answer.tags))
      expect({ tool, read }).toEqual({ tool, read: expected });
    // Tags 1000 to 2000 are in the second and the third of five row groups.
    expect(answer.filter).toEqual({
      duckdb: 1001,
      polars: 1001,
      pyarrow: 1001,
      row_groups: 5,
      row_groups_concerned: 2,
      duckdb_row_groups: [2, 5],
    });
    for (const format of ["parquet", "arrow", "h5"]) {
      expect(answer.metadata[format]).toMatchObject({
        "tagview.source": "run.tags.zst",
        "tagview.tick_s": "1.5625e-10",
        "tagview.channels": '{"3":"signal","15":"idler"}',
        "tagview.command": expect.stringContaining(`tagview export run.tags.zst -o run.${format}`),
        "tagview.version": expect.stringMatching(/^\d+\.\d+\.\d+$/),
      });
    }
  });

  it("runs the examples of docs/export.md", async () => {
    const environment = await prepared();
    if ("reason" in environment) return console.log(`skipped: ${environment.reason}`);
    const examples = readFileSync(DOCS, "utf8").matchAll(/^```python\n(.*?)^```$/gmsu);
    const script = [...examples].map(([, code]) => code).join("\n");
    const { stdout } = await run(environment.python, ["-c", script], { cwd: folder, timeout: 120_000 });
    expect(stdout).toContain("5000 tags, ticks of 1.5625e-10 s");
  });

  it("is exact at the ends of 64 bits, out of order, and without tags", async () => {
    const extremes: [bigint, bigint][] = [
      [2n ** 64n - 1n, 2n ** 63n - 1n],
      [0n, -(2n ** 63n)],
      [2n ** 63n, 0n],
      [3n, -1n],
    ];
    for (const [name, tags] of [
      ["extremes", extremes],
      ["none", []],
    ] as const) {
      const answer = await answerOf(name, [...tags]);
      if (answer === undefined) return;
      const expected = told([...tags]);
      for (const [tool, read] of Object.entries(answer.tags))
        expect({ name, tool, read }).toEqual({ name, tool, read: expected });
    }
  });
});

interface Pairs {
  a: number;
  b: number;
  /** The counted delays: the smallest one, and the width of a bin, in ticks. */
  from: number;
  bin: number;
  bins: number;
}

async function done(...args: string[]): Promise<string> {
  const { status, stdout, stderr } = await tagview(args, "", folder);
  expect([status, stderr], args.join(" ")).toEqual([0, ""]);
  return stdout;
}

/** Checks that all three have the same pairs, and that there are some. */
async function pairsOf(file: string, { a, b, from, bin, bins }: Pairs): Promise<void> {
  await done("convert", "--force", "-q", file, "-o", "made.tags.zst");
  await done("export", "--force", "-q", file, "-o", "made.parquet");
  const range = `--range=${from}..${from + bin * bins - 1}`;
  // The conversion does not keep the sync period of a T3 header.
  const question = [
    "g2",
    "--a",
    `${a}`,
    "--b",
    `${b}`,
    range,
    "--bin",
    `${bin}`,
    "--period",
    "none",
    "--json",
  ];
  const [own, converted] = await Promise.all(
    [file, "made.tags.zst"].map(async (name) => {
      const { file: _, ...answer } = JSON.parse(await done(...question, name));
      return answer;
    }),
  );
  expect(converted).toEqual(own);
  expect(own).toMatchObject({ complete: true, moved: 0 });
  expect(own.counts).toHaveLength(bins);
  expect(own.counts.reduce((sum: number, count: number) => sum + count)).toBeGreaterThan(500);

  const environment = await prepared();
  if ("reason" in environment) return console.log(`skipped: ${environment.reason}`);
  const args = [PAIRS, "made.parquet", a, b, from, bin, bins].map(String);
  const { stdout } = await run(environment.python, args, { cwd: folder, timeout: 60_000 });
  expect(JSON.parse(stdout)).toEqual({ counts: own.counts, tags: [own.tags_a, own.tags_b] });
}

/** The pairs of a recording, of its conversion and of its export, the last counted without tagview. */
describe("a PicoQuant recording, its conversion and its export", { timeout: 400_000 }, () => {
  it.each([
    ["t2", { a: 1, b: 2, from: -5_000_000, bin: 100_000, bins: 101 }],
    // Delays after the sync, which several photons share: also those at the ends of bins and of the range.
    ["t3", { a: 0, b: 2, from: 100, bin: 7, bins: 90 }],
  ] as const)("have the same pairs, in %s", async (kind, pairs) => {
    // Many times as many records as numbers of a record begin again after.
    writePtu(`${folder}/made.ptu`, kind, 20_000);
    await pairsOf("made.ptu", pairs);
  });

  it.runIf(existsSync(REAL))("have the same pairs, where they are real", async () => {
    await pairsOf(`${REAL}/hydraharp-t2.ptu`, { a: 1, b: 1, from: 80_000, bin: 50_000, bins: 100 });
    await pairsOf(`${REAL}/hydraharp-t3.timeres`, { a: 1, b: 2, from: -40_000, bin: 500, bins: 161 });
  });
});
