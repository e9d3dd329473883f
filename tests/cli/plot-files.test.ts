/** `--plot` with several inputs: each chart has a separate file, or nothing is drawn. */

import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { record, scratch, tagview, write } from "../support/command-line";
import { indexHeader } from "../support/index-headers";

const folder = scratch();
const here = (...args: string[]) => tagview(args, "", folder);
const drawn = (name: string) => readFileSync(join(folder, name), "utf8");

beforeAll(async () => {
  mkdirSync(join(folder, "again"));
  for (const [name, n] of Object.entries({
    "a.tags.zst": 30,
    "b.2024.tags.zst": 60,
    "again/a.tags.zst": 90,
  })) {
    await record(
      join(folder, name),
      Array.from({ length: n }, (_, i): [number, bigint] => [i % 2, BigInt(i * n)]),
    );
  }
  write(folder, "header.txt", "v1=0:5,1:7");
}, 60_000);

it.each([
  ["stats", []],
  ["rate", []],
  ["g2", ["--a", "0", "--b", "1"]],
  ["pairs", []],
])(
  "one file for several inputs of %s is wrong usage, and nothing is read or drawn",
  async (command, options) => {
    const plot = ["--plot", `${command}.svg`];
    const { status, stdout, stderr } = await here(
      command,
      ...options,
      ...plot,
      "a.tags.zst",
      "b.2024.tags.zst",
    );
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(/^tagview: [^\n]+\n$/);
    expect(stderr).toContain("there are 2 inputs");
    expect(stderr).toContain(`--plot '${command}-{}.svg'`);
    expect(existsSync(join(folder, `${command}.svg`))).toBe(false);
  },
);

it("the chart of rates ends with the recording", async () => {
  expect((await here("rate", "--bin", "10us", "--plot", "ends.svg", "a.tags.zst")).status).toBe(0);
  // 871 ticks are 136 ns, with 15 tags on a channel: 110 MHz.
  const texts = [...drawn("ends.svg").matchAll(/<text[^>]*>([^<]*)</gu)].map(([, text]) => text);
  expect(texts).toEqual(expect.arrayContaining(["time (ns)", "rate (MHz)", "100", "120"]));
  expect(texts).not.toContain("160");
});

it("{} is the input's name, so that each chart has its file", async () => {
  const several = await here("stats", "-q", "--plot", "rate-{}.svg", "a.tags.zst", "b.2024.tags.zst");
  expect([several.status, several.stderr]).toEqual([0, ""]);
  for (const name of ["a", "b.2024"]) {
    await here("stats", "--force", "--plot", "alone.svg", `${name}.tags.zst`);
    expect(drawn(`rate-${name}.svg`)).toBe(drawn("alone.svg"));
  }
  expect((await here("stats", "--plot", "{}.png", "a.tags.zst")).status).toBe(0);
  expect(existsSync(join(folder, "a.png"))).toBe(true);
});

it("two inputs of one name can't be distinguished", async () => {
  const { status, stderr } = await here("stats", "--plot", "{}.svg", "a.tags.zst", "again/a.tags.zst");
  expect(status).toBe(2);
  expect(stderr).toContain("both a.tags.zst and again/a.tags.zst into a.svg");
  expect(existsSync(join(folder, "a.svg"))).toBe(false);
});

it("inputs of different formats are inputs of one call", async () => {
  expect((await here("--plot", "x.svg", "a.tags.zst", "header.txt")).status).toBe(2);
  expect((await here("--plot", "all-{}.svg", "a.tags.zst", "header.txt")).status).toBe(0);
  expect(drawn("all-a.svg")).toContain("Rate over time");
  expect(drawn("all-header.svg")).toContain("Offset by partition");
});

it("standard input has a name too", async () => {
  const bytes = readFileSync(join(folder, "a.tags.zst"));
  expect((await tagview(["stats", "--plot", "{}.svg"], bytes, folder)).status).toBe(0);
  expect(existsSync(join(folder, "stdin.svg"))).toBe(true);
});

it("hom draws the scan with what was fitted, and index-header its label names", async () => {
  const scan = ["hom", "--a", "0", "--b", "1", "--window", "40", "a.tags.zst", "b.2024.tags.zst"];
  expect((await here(...scan, "--plot", "scan.svg", "--tsv")).status).toBe(0);
  expect(drawn("scan.svg").match(/<circle/gu)).toHaveLength(2);
  expect(drawn("scan.svg")).toContain("Visibility of the dip");
  expect((await here(...scan, "--plot", "scan.svg")).stderr).toContain("--force");
  write(folder, "index-header", indexHeader({ job: ["api", "db"], zone: ["a"] }));
  expect((await here("index-header", "index-header", "--plot", "labels.svg")).status).toBe(0);
  expect(drawn("labels.svg")).toMatch(/job: 2 values/u);
  expect((await here("--plot", "overview.svg", "index-header")).status).toBe(0);
  expect(drawn("overview.svg")).toBe(drawn("labels.svg"));
  const values = await here("index-header", "index-header", "--label", "job", "--plot", "values.svg");
  expect([values.status, values.stderr]).toEqual([
    2,
    expect.stringContaining("--plot draws all label names"),
  ]);
}, 60_000);

it("a chart of more channels than it has room for draws those with most tags, and states how many others there are", async () => {
  const lines = Array.from({ length: 3300 }, (_, k) => `${k % 1100}\t${k}\n`).join("");
  write(folder, "many.tsv", lines);
  expect((await here("pack", "many.tsv", "-o", "many.tags.zst")).status).toBe(0);
  expect((await here("rate", "many.tags.zst", "--plot", "many.svg")).status).toBe(0);
  const chart = drawn("many.svg");
  expect(chart).toMatch(/no room for \d+ channels with fewer tags/u);
  expect(chart.length).toBeLessThan(100_000);
});
