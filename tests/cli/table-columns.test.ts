/** Columns of tables carry their units: seconds beside ticks, errors beside values, and the length of a tick. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { record, scratch, tagview } from "../support/command-line";

const folder = scratch();
const run = (...args: string[]) => tagview(args, "", folder);
const PAIR = ["--a", "3", "--b", "15"];
const WINDOW = ["--window", "9"];

beforeAll(async () => {
  const tags = Array.from({ length: 4000 }, (_, k) => BigInt(10_000 + 4001 * k + ((k * k) % 977))).flatMap(
    (t, k): [number, bigint][] => [
      [3, t],
      [15, t + BigInt((k * k) % 5) + 4n],
      [16, t + BigInt((k * 97) % 3900)],
    ],
  );
  for (const [name, tick] of [
    ["x", "156.25ps"],
    ["nano", "1ns"],
  ] as const)
    await record(join(folder, `${name}.tags.zst`), tags, "--tick", tick);
});

/** Commands, the columns that stood first in their tables, and the columns of ticks. */
const TABLES: [command: string[], first: string, ticks: string[]][] = [
  [["stats"], "file channel tags rate_hz first last min_gap", ["first", "last", "min_gap"]],
  [
    ["stats", "--dead-time", "50"],
    "file channel tags rate_hz first last min_gap rate_corrected_hz",
    ["first"],
  ],
  [["gaps"], "gap 3 15 16", ["gap"]],
  [["g2", ...PAIR], "delay counts g2", ["delay"]],
  [["g2", ...PAIR, "--log", "5"], "delay counts g2", ["delay"]],
  [["coincidences", ...WINDOW], "channels counts accidentals accidentals_measured car", ["period"]],
  [["coincidences", ...WINDOW, "--by", "1ms"], "file from to channels counts tags", ["from", "to"]],
  [
    ["delay", ...PAIR],
    "file a b delay delay_s peak_counts",
    ["centre", "centre_error", "fwhm", "fwhm_error"],
  ],
  [["delay", ...PAIR, "--by", "1ms"], "file from to delay_s delay_error_s width_s", ["from", "to"]],
  [["pairs"], "file a b tags_a tags_b counts delay delay_s", ["centre", "centre_error", "fwhm", "period"]],
  [["heralded", "--herald", "3", "--a", "15", "--b", "16", ...WINDOW], "file herald a b window", ["window"]],
  [["hom", ...PAIR, ...WINDOW, "--by", "1ms"], "file from to position counts", ["from", "to"]],
  [["lifetime", "--sync", "3", "--channel", "15"], "time_s counts first expected", []],
  [["stability"], "channel time_s slices allan_deviation allan_deviation_error", []],
];

describe.each([
  ["x.tags.zst", 1.5625e-10],
  ["nano.tags.zst", 1e-9],
] as const)("a table of %s", (file, tick) => {
  it.each(TABLES)(
    "of %j keeps its columns, and has seconds and tick_s after them",
    async (command, first, ticks) => {
      const { stdout, status } = await run(...command, "--tsv", "-q", file);
      expect([0, 1]).toContain(status);
      const [header = "", ...lines] = stdout.trimEnd().split("\n");
      const names = header.slice(1).split("\t");
      expect(names.slice(0, first.split(" ").length)).toEqual(first.split(" "));
      expect(names.at(-1)).toBe("tick_s");
      expect(new Set(names).size).toBe(names.length);
      expect(lines.length).toBeGreaterThan(0);
      for (const line of lines) {
        const cells = line.split("\t");
        expect(cells).toHaveLength(names.length);
        const cell = (name: string) => cells[names.indexOf(name)] ?? "missing";
        expect(Number(cell("tick_s"))).toBe(tick);
        for (const name of ticks) {
          if (cell(name) === "") expect(cell(`${name}_s`)).toBe("");
          else expect(Number(cell(`${name}_s`))).toBeCloseTo(Number(cell(name)) * tick, 15);
        }
      }
    },
  );
});

it("has errors beside values", async () => {
  const columnsOf = async (...args: string[]) =>
    ((await run(...args, "--tsv", "-q", "x.tags.zst")).stdout.split("\n")[0] ?? "").slice(1).split("\t");
  for (const name of ["g2_error", "g2_low", "g2_high"])
    expect(await columnsOf("g2", ...PAIR)).toContain(name);
  for (const name of ["centre_error_s", "fwhm_error_s"])
    expect(await columnsOf("delay", ...PAIR)).toContain(name);
  expect(await columnsOf("stability")).toContain("mandel_q_error");
  expect(await columnsOf("coincidences", ...WINDOW)).toEqual(
    expect.arrayContaining(["car_error", "car_from", "car_to", "car_upper"]),
  );
});

it("has only channels after time_s of rate, unless there are several files", async () => {
  const rate = async (...files: string[]) =>
    (await run("rate", "--bin", "1ms", "--tsv", ...files)).stdout.split("\n")[0];
  expect(await rate("x.tags.zst")).toBe("#time_s\t3\t15\t16");
  expect(await rate("x.tags.zst", "nano.tags.zst")).toBe("#file\ttime_s\tchannel\tcounts\ttick_s");
});

it("is the same as CSV and in the rows of JSON", async () => {
  const hom = ["hom", ...PAIR, ...WINDOW, "--by", "1ms", "-q", "x.tags.zst"];
  expect((await run(...hom, "--table", "hom.csv")).status).toBe(0);
  const tsv = (await run(...hom, "--tsv")).stdout;
  expect(readFileSync(join(folder, "hom.csv"), "utf8")).toBe(tsv.slice(1).replaceAll("\t", ","));
  const { rows, tick_s } = JSON.parse((await run(...hom, "--json")).stdout);
  const { slices } = JSON.parse(
    (await run("coincidences", ...WINDOW, "--by", "1ms", "--json", "x.tags.zst")).stdout,
  );
  for (const row of [...rows, ...slices]) {
    expect(row.from_s).toBeCloseTo(row.from * tick_s, 15);
    expect(row.to_s).toBeCloseTo(row.to * tick_s, 15);
  }
});
