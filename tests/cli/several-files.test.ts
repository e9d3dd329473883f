/** `--tsv` of several files: one table, in which each row names its file. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { record, scratch, tagview, write } from "../support/command-line";
import { exceptFit } from "../support/except-fit";
import { id, idText, repositoryFiles, writeFiles } from "../support/icechunk";
import { indexHeader } from "../support/index-headers";

const folder = scratch();
const here = (...args: string[]) => tagview(args, "", folder);
const rowsOf = (text: string): string[][] =>
  text
    .replace(/\n$/, "")
    .split("\n")
    .map((line) => line.split("\t"));

const SECOND = idText(id(2));
const FILES = ["a.tags.zst", "b.tags.zst"];

beforeAll(async () => {
  const alternating = (last: number, step: bigint): [number, bigint][] =>
    Array.from({ length: 900 }, (_, i) => [[3, 15, last, 18][i % 4] as number, step * BigInt(i)]);
  await record(join(folder, "a.tags.zst"), alternating(16, 10n));
  // Channel 16 of the one file is not in the other.
  await record(join(folder, "b.tags.zst"), alternating(17, 12n));
  write(folder, "first", indexHeader({ job: ["api", "db"] }));
  write(folder, "second", indexHeader({ job: ["web"], zone: ["a"] }));
  write(folder, "third", indexHeader({ job: ["db"] }));
  writeFiles(folder, repositoryFiles());
  const header = (second: number) =>
    `2024-01-01T00:00:0${second}Z X-Read-Consistency-Offsets: v1=0:${second},1:7`;
  write(folder, "headers", [1, 2, 4].map(header).join("\n"));
}, 60_000);

const PAIR = ["--a", "3", "--b", "15"];
const CALLS: [string, ...string[]][] = [
  ["stats"],
  ["rate", "--bin", "100"],
  ["gaps", "--range", "0..50", "--bin", "10"],
  ["gaps", "--log", "2"],
  ["g2", ...PAIR, "--range", "-20..20"],
  ["g2", ...PAIR, "--log", "2"],
  ["coincidences", "--window", "2"],
  ["coincidences", "--window", "2", "--by", "file"],
  ["delay", ...PAIR, "--range", "-40..40"],
  ["pairs", "--range", "-40..40"],
  ["heralded", "--herald", "3", "--a", "15", "--b", "18", "--window", "30"],
  ["lifetime", "--sync", "3", "--channel", "15"],
  ["stability"],
  ["verify"],
];

describe.each(CALLS)("%s %s", (...call) => {
  it("prints one header and the rows of all files, each with its name", async () => {
    const both = rowsOf((await here(...call, "--tsv", "-q", ...FILES)).stdout);
    const header = both[0] as string[];
    expect(header[0]).toBe("#file");
    expect(both.filter(([first]) => first?.startsWith("#"))).toEqual([header]);
    const alone = await Promise.all(FILES.map((file) => here(...call, "--tsv", "-q", file)));
    for (const [at, file] of FILES.entries()) {
      const one = rowsOf(alone[at]?.stdout ?? "").map((row) => withoutFile(row, file));
      const its = both.filter(([name]) => name === file).map((row) => withoutTick(row, call).slice(1));
      expect(its).toEqual(isByBin(call) ? byChannel(one) : one.slice(1));
    }
    expect(both.slice(1).every(([name]) => FILES.includes(name as string))).toBe(true);
  });

  it("becomes one Parquet file", async () => {
    const made = await here(...call, "-q", "--table", "x.parquet", "--force", ...FILES);
    expect([made.stdout, exceptFit(made)]).toEqual(["", [0, ""]]);
    expect(readFileSync(join(folder, "x.parquet")).subarray(0, 4).toString()).toBe("PAR1");
  });
});

it("prints the tick length of each file", async () => {
  const tags: [number, bigint][] = [
    [3, 0n],
    [15, 20n],
    [3, 100n],
  ];
  const ticks = { "ns.tags.zst": "1ns", "ps.tags.zst": "100ps" };
  for (const [file, tick] of Object.entries(ticks)) await record(join(folder, file), tags, "--tick", tick);
  for (const call of [["g2", ...PAIR], ["gaps"], ["stats"], ["coincidences", "--window", "30"], ["pairs"]]) {
    const both = rowsOf((await here(...call, "--tsv", "-q", ...Object.keys(ticks))).stdout);
    const place = (both[0] as string[]).indexOf("tick_s");
    const printed = Object.fromEntries(both.slice(1).map((row) => [row[0], row[place]]));
    expect([call[0], printed]).toEqual([call[0], { "ns.tags.zst": "1e-9", "ps.tags.zst": "1e-10" }]);
  }
});

/** A row without the length of a tick, which a table of `rate` has only for several files. */
function withoutTick(row: string[], [command]: string[]): string[] {
  return command === "rate" ? row.slice(0, -1) : row;
}

/** A row of the table of one file, which some commands name there too. */
function withoutFile(row: string[], file: string): string[] {
  return row[0] === file || row[0] === "#file" ? row.slice(1) : row;
}

/** Whether the command's table of one file has a column for each channel. */
function isByBin([command]: string[]): boolean {
  return command === "rate" || command === "gaps";
}

/** Such a table with a row for each bin and channel, and without the header. */
function byChannel([header = [], ...rows]: string[][]): string[][] {
  const channels = header.slice(1).filter((name) => /^\d+$/u.test(name));
  return rows.flatMap(([edge = "", ...cells]) =>
    channels.map((channel, at) => [edge, channel, cells[at] ?? "", ...cells.slice(channels.length)]),
  );
}

it("is one table where the files' ticks differ, and of tagview without a command", async () => {
  write(folder, "run.tsv", "3\t0\n15\t1000000\n");
  const stats = (await here("stats", "--tsv", "-q", "a.tags.zst", "run.tsv", "b.tags.zst")).stdout;
  expect(stats.match(/#/g)).toHaveLength(1);
  write(folder, "neither", "nothing of ours");
  const overview = await here("--tsv", "-q", "a.tags.zst", "neither", "b.tags.zst");
  expect(overview.status).toBe(1);
  expect(overview.stdout.match(/#/g)).toHaveLength(1);
});

it("prints one table for several index-headers", async () => {
  const names = ["first", "second", "third"];
  const header = async (...args: string[]) => rowsOf((await here("index-header", "--tsv", ...args)).stdout);
  const summary = await header(...names);
  expect(summary.map((row) => row.slice(0, 3))).toEqual([
    ["#file", "name", "values"],
    ["first", "job", "2"],
    ["second", "job", "1"],
    ["second", "zone", "1"],
    ["third", "job", "1"],
  ]);
  const values = await header("--label", "job", ...names);
  expect(values.map((row) => row.slice(0, 2))).toEqual([
    ["#file", "value"],
    ["first", "api"],
    ["first", "db"],
    ["second", "web"],
    ["third", "db"],
  ]);
  const found = await header("--lookup", "job=db", ...names);
  expect(found.map((row) => row.slice(0, 3))).toEqual([
    ["#file", "name", "value"],
    ["first", "job", "db"],
    ["third", "job", "db"],
  ]);
  const symbols = await header("--symbols", "first", "third");
  expect(symbols.filter(([first]) => first?.startsWith("#"))).toEqual([["#file", "ref", "symbol"]]);
});

it("is one table of several Icechunk files of one type, and begins anew where the type is another", async () => {
  const [snapshot, log] = [`snapshots/${SECOND}`, `transactions/${SECOND}`];
  const twice = rowsOf((await here("icechunk", "--tsv", snapshot, snapshot)).stdout);
  expect(twice.map(([first]) => first)).toEqual(["#file", snapshot, snapshot, snapshot, snapshot]);
  const both = rowsOf((await here("icechunk", "--tsv", snapshot, log)).stdout);
  expect(both.filter(([first]) => first === "#file").map((row) => row[1])).toEqual(["id", "change"]);
  const chunks = rowsOf((await here("icechunk", "--tsv", "--chunks", log, log)).stdout);
  expect(chunks.map(([first]) => first)).toEqual(["#file", log, log, log, log]);
});

it.each([
  ["compare", "a.tags.zst"],
  ["hom", ...PAIR, "--window", "2", ...FILES],
  ["index-header", "first", "second", "third"],
  ["index-header", "first", "--diff", "second"],
  ["index-header", "--label", "job", "first", "--diff", "second"],
  ["index-header", "--label", "job", "first"],
  ["index-header", "--lookup", "job=api", "first"],
  ["index-header", "--symbols", "first"],
  ["icechunk", "."],
  ["icechunk", ".", "--array", "/temperature"],
  ["icechunk", ".", "--array", "/temperature", "--chunks"],
  ["icechunk", "repo"],
  ["icechunk", `snapshots/${SECOND}`],
  ["icechunk", `transactions/${SECOND}`],
  ["icechunk", `transactions/${SECOND}`, "--chunks"],
  ["icechunk", `manifests/${idText(id(0x40))}`],
  ["offsets", "v1=0:5,1:-1"],
  ["offsets", "v2=0/0:5,1/0:-1"],
  ["offsets", "v1=0:5,1:-1", "--sizes"],
  ["offsets", "v1=0:5,1:7", "--lookup", "1"],
  ["offsets", "v1=0:5,1:7", "--diff", "v1=0:6,2:8"],
  ["offsets", "--over-time", "@headers"],
])("the columns of %s %s hold what they are defined to", async (...call) => {
  const made = await here(...call, "-q", "--table", "y.parquet", "--force");
  expect(made).toEqual({ status: 0, stdout: "", stderr: "" });
});

it("becomes one file with --table", async () => {
  const { status, stdout, stderr } = await here("g2", ...PAIR, "--table", "g2.csv", ...FILES);
  expect([status, stdout]).toEqual([0, ""]);
  // A table has no place for hints.
  expect(stderr).toMatch(/^hint: a\.tags\.zst: the rates of channels 3 and 15 were not steady/);
  const table = (await here("g2", ...PAIR, "--tsv", ...FILES)).stdout;
  expect(readFileSync(join(folder, "g2.csv"), "utf8")).toBe(table.slice(1).replaceAll("\t", ","));
});
