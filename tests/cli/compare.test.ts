/** `tagview compare`: the sizes of the same tags in other formats. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { record, scratch, tagview, write } from "../support/command-line";
import { repositoryFiles } from "../support/icechunk";

const folder = scratch();
const compare = (...args: string[]) => tagview(["compare", ...args], "", folder);

interface Row {
  format: string;
  compression: string | null;
  level: number | null;
  bytes: number;
  ratio: number;
  encode_ms: number;
  decode_ms: number;
  access_ms: number;
  pareto: boolean;
}

const rowOf = (rows: Row[], format: string, compression: string | null = null, level: number | null = null) =>
  rows.find((row) => row.format === format && row.compression === compression && row.level === level);

const FORMATS = [
  ...["csv-windows", "csv-unix", "capnp", "capnp-packed", "flatbuffers"],
  ...["protobuf", "msgpack", "custom", "arrow", "parquet"],
];

beforeAll(async () => {
  const tags = Array.from({ length: 3000 }, (_, k): [number, bigint] => [
    [3, 15, 16][k % 3] ?? 3,
    585950217716n + BigInt(k) * 700n + BigInt((k * k) % 97),
  ]);
  await record(join(folder, "some.tags.zst"), tags);
  await record(join(folder, "none.tags.zst"), []);
  const bytes = readFileSync(join(folder, "some.tags.zst"));
  write(folder, "cut.tags.zst", bytes.subarray(0, bytes.length / 2));
  write(folder, "letter", "Dear reader\n");
  for (const [path, bytes] of Object.entries(repositoryFiles("sized"))) {
    write(folder, path.split("/")[0] ?? path, bytes);
  }
});

describe("compare", () => {
  it("has a row for each format and compression, exact sizes and times", async () => {
    const { status, stdout, stderr } = await compare("--json", "some.tags.zst");
    expect([status, stderr]).toEqual([0, ""]);
    const { rows, ...about } = JSON.parse(stdout) as { rows: Row[] };
    expect(about).toEqual({
      file: "some.tags.zst",
      tags: 3000,
      references: null,
      sampled: false,
      first: 585950217716,
      last: expect.any(Number),
      complete: true,
      tick_s: 1.5625e-10,
      error: null,
    });
    expect([...new Set(rows.map(({ format }) => format))]).toEqual(FORMATS);
    expect(rows).toHaveLength(70);
    // Two digits or one, a comma, twelve digits.
    expect(rowOf(rows, "csv-unix")?.bytes).toBe(1000 * (15 + 16 + 16));
    expect(rowOf(rows, "csv-windows")?.bytes).toBe(1000 * (16 + 17 + 17));
    expect(rowOf(rows, "capnp")?.bytes).toBe(56 + 16 * 3000);
    expect(rowOf(rows, "flatbuffers")?.bytes).toBe(24 + 16 * 3000);
    expect(rowOf(rows, "protobuf")?.bytes).toBe(11 * 3000);
    expect(rowOf(rows, "msgpack")?.bytes).toBe(3 + 11 * 3000);
    expect(rowOf(rows, "custom")?.bytes).toBe(9 * 3000);
    expect(rowOf(rows, "csv-windows")?.ratio).toBe(1);
    for (const row of rows) {
      expect(row.ratio).toBeCloseTo(50_000 / row.bytes, 9);
      for (const ms of [row.encode_ms, row.decode_ms, row.access_ms]) expect(ms).toBeGreaterThan(0);
    }
    for (const level of [-5, 1, 3, 19]) expect(rowOf(rows, "capnp", "zstd", level)).toBeDefined();
    const front = rows.filter(({ pareto }) => pareto);
    const beaten = (row: Row) =>
      rows.some((other) => other.bytes < row.bytes && other.decode_ms < row.decode_ms);
    for (const row of rows) expect(front.includes(row)).toBe(!beaten(row));
  }, 60_000);

  it("prints a table for people and for machines, and draws a chart", async () => {
    const text = await compare("--plot", "chart.svg", "some.tags.zst");
    expect([text.status, text.stderr]).toEqual([0, ""]);
    expect(text.stdout).toMatch(/^some\.tags\.zst {3}all 3,000 tags\n\nformat +compression +size +ratio/);
    expect(text.stdout).toMatch(/\ncustom +27\.0 kB +1\.85 +/);
    expect(readFileSync(join(folder, "chart.svg"), "utf8")).toMatch(/^<svg .*tv-comparison.*tv-front/s);
    const table = (await compare("--tsv", "some.tags.zst")).stdout.trimEnd().split("\n");
    expect(table[0]).toBe(
      "#file\tformat\tcompression\tlevel\tbytes\tratio\tencode_ms\tdecode_ms\taccess_ms\tpareto",
    );
    expect(table).toHaveLength(71);
    expect(table[1]).toMatch(/^some\.tags\.zst\tcsv-windows\t\t\t50000\t1\t/);
  }, 60_000);

  it("reports headers that cannot be compared", async () => {
    const none = await compare("none.tags.zst");
    expect([none.status, none.stdout]).toEqual([0, "none.tags.zst: there are no tags to compare\n"]);
    const letter = await compare("--json", "letter");
    expect(letter.status).toBe(1);
    expect(JSON.parse(letter.stdout)).toMatchObject({
      ...{ file: "letter", tags: 0, rows: [], complete: false },
      error: { code: "unknown-format" },
    });
    const cut = await compare("--json", "cut.tags.zst");
    expect(cut.status).toBe(1);
    expect(JSON.parse(cut.stdout)).toMatchObject({ complete: false, error: { code: "truncated" } });
    const nowhere = await compare("--json", "nowhere.tags.zst");
    expect(nowhere.status).toBe(2);
    expect(JSON.parse(nowhere.stdout)).toMatchObject({ rows: [], error: { code: "open-failed" } });
    const twice = await compare("--plot", "x.svg", "some.tags.zst", "none.tags.zst");
    expect([twice.status, twice.stdout]).toEqual([2, ""]);
  }, 60_000);

  it("compares the references of an Icechunk manifest, recognised by its content", async () => {
    const { status, stdout, stderr } = await compare("--json", "manifests");
    expect([status, stderr]).toEqual([0, ""]);
    const { rows, ...about } = JSON.parse(stdout) as { rows: Row[] };
    expect(about).toMatchObject({ tags: null, references: 3, sampled: false, first: null, complete: true });
    expect([...new Set(rows.map(({ format }) => format))]).toEqual([
      ...["capnp", "capnp-packed", "flatbuffers", "msgpack"],
    ]);
    expect(rows).toHaveLength(28);
    expect(rowOf(rows, "flatbuffers")?.ratio).toBe(1);
    const text = await compare("manifests");
    expect(text.stdout).toMatch(/^manifests {3}all 3 references\n/);
    expect(text.stdout).toContain("how many times larger flatbuffers is");
    const other = await compare("snapshots");
    expect(other.status).toBe(1);
    expect(other.stderr).toMatch(/snapshot, which has no references: name a manifest/);
  }, 60_000);

  it("reads a pipe", async () => {
    const bytes = readFileSync(join(folder, "some.tags.zst"));
    const { status, stdout } = await tagview(["compare", "--json", "-"], bytes, folder);
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ file: "-", tags: 3000 });
  }, 60_000);
});
