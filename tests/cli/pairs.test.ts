/** Commands about pairs of channels: their output, and their errors for wrong requests. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { realData, record, scratch, tagview } from "../support/command-line";

const folder = scratch();

// Delays 3 to 15: 5 - 0, 105 - 100 and 8 - 0; the last tag makes a span of 200.
beforeAll(() =>
  record(join(folder, "few.tags.zst"), [
    [3, 0n],
    [15, 5n],
    [15, 8n],
    [3, 100n],
    [15, 105n],
    [16, 200n],
  ]),
);

async function good(...args: string[]): Promise<string> {
  const { status, stdout, stderr } = await tagview(args, "", folder);
  expect([status, stderr]).toEqual([0, ""]);
  return stdout;
}

describe("g2", () => {
  it("prints every key of the contract, and bins the difference", async () => {
    const pair = ["--a", "3", "--b", "15", "--range", "4..8", "--bin", "2"];
    const json = JSON.parse(await good("g2", "--json", ...pair, "few.tags.zst"));
    expect(json).toMatchObject({
      file: "few.tags.zst",
      a: 3,
      b: 15,
      bin: 2,
      from: 4,
      span: 200,
      tags_a: 2,
      tags_b: 3,
      complete: true,
      delay: [4, 6, 8],
      counts: [2, 0, 1],
      error: null,
    });
    // counts * 200 / (2 * 2 * 3), with the part of the 200 ticks in which tags can be that far apart.
    const overlap = (delay: number) => (200 - delay) / 200;
    expect(json.g2).toEqual([
      expect.closeTo(100 / 3 / overlap(4.5), 10),
      0,
      expect.closeTo(50 / 3 / overlap(8.5), 10),
    ]);
    const rows = (await good("g2", "--tsv", ...pair, "few.tags.zst")).split("\n");
    expect(rows[0]).toBe("#delay\tcounts\tg2\tg2_error\tg2_low\tg2_high\tdelay_s\ttick_s");
    expect(rows[2]).toMatch(/^6\t0\t0\t/u);
  });

  it("pairs no tag with itself", async () => {
    const json = JSON.parse(
      await good("g2", "--json", "--a", "15", "--b", "15", "--range", "-3..3", "few.tags.zst"),
    );
    expect(json.counts).toEqual([1, 0, 0, 0, 0, 0, 1]);
  });

  it("has edges in place of a bin with --log", async () => {
    const args = ["--a", "3", "--b", "15", "--log", "1", "--range", "1..50"];
    const json = JSON.parse(await good("g2", "--json", ...args, "few.tags.zst"));
    expect(json).toMatchObject({ edges: [1, 10, 100], delay: [1, 10], counts: [3, 0] });
    expect(json).not.toHaveProperty("bin");
  });

  it("draws its chart", async () => {
    await good("g2", "-q", "--a", "3", "--b", "15", "--plot", "g2.svg", "few.tags.zst");
    expect(readFileSync(join(folder, "g2.svg"), "utf8")).toMatch(/^<svg .*tv-peak.*2 at 781\.2/s);
  });
});

describe("coincidences", () => {
  it("counts every combination within the window after the delays", async () => {
    const args = ["--window", "3", "--delay", "15=5"];
    const json = JSON.parse(
      await good("coincidences", "--json", "--pattern", "3,15", ...args, "few.tags.zst"),
    );
    expect(json).toMatchObject({
      file: "few.tags.zst",
      window: 3,
      delays: { 15: 5 },
      span: 200,
      complete: true,
    });
    // 2 * 3 / 200 * 7 delays, whose tags both lie within 195 of 200 ticks on average; no window can be displaced by 128,000
    // ticks in 200.
    const chance = 0.21 * (195 / 200);
    expect(json).toMatchObject({ period: null });
    expect(json.patterns).toMatchObject([
      {
        channels: [3, 15],
        counts: 3,
        accidentals: null,
        accidentals_from: "measured",
        accidentals_measured: null,
        accidentals_rates: expect.closeTo(chance, 12),
        car: null,
        efficiency: { 3: null, 15: null },
      },
    ]);
    const rates = JSON.parse(
      await good(
        "coincidences",
        "--json",
        "--accidentals",
        "rates",
        "--pattern",
        "3,15",
        ...args,
        "few.tags.zst",
      ),
    );
    expect(rates.patterns).toMatchObject([
      {
        accidentals: expect.closeTo(chance, 12),
        accidentals_from: "rates",
        car: expect.closeTo((3 - chance) / chance, 10),
        efficiency: { 3: expect.closeTo((3 - chance) / 3, 12), 15: expect.closeTo((3 - chance) / 2, 12) },
      },
    ]);
    const all = JSON.parse(await good("coincidences", "--json", ...args, "few.tags.zst"));
    expect(all.patterns.map(({ channels }: { channels: number[] }) => channels)).toEqual([
      [3, 15],
      [3, 16],
      [15, 16],
    ]);
  });

  it("draws its chart", async () => {
    const args = ["--pattern", "3,15", "--window", "3", "--delay", "15=5"];
    await good("coincidences", "-q", ...args, "--plot", "coincidences.svg", "few.tags.zst");
    const svg = readFileSync(join(folder, "coincidences.svg"), "utf8");
    expect(svg).toMatch(/^<svg .*data-pattern="3,15".*3 \+ 15: 3 \(1\.72 to 5\.28\) coincidences/s);
  });
});

describe("delay", () => {
  it("draws the correlation about its peak, in one scan", async () => {
    // No two pairs are as far apart as any other two: there is one peak.
    const pairs = Array.from({ length: 40 }, (_, k): [number, bigint][] => {
      const time = BigInt(k * k) * 10_000n;
      return [
        [3, time],
        [15, time + ([25n, 26n, 26n, 27n][k % 4] as bigint)],
      ];
    });
    await record(join(folder, "peak.tags.zst"), pairs.flat());
    await good("delay", "-q", "--a", "3", "--b", "15", "--plot", "delay.svg", "peak.tags.zst");
    const svg = readFileSync(join(folder, "delay.svg"), "utf8").replaceAll("&#160;", " ");
    expect(svg).toMatch(/^<svg .*tv-peak.*20 counts at 4\.06\d ± 0\.0\d+ ns, \d+ σ, FWHM \d+ ps.*tv-half/s);
    // 64 ticks of 156.25 ps to either side of 26.
    expect(svg).toContain(">−4</text>");
    expect(svg).not.toContain(">−20</text>");
  });

  it("draws that there is no significant peak as well", async () => {
    const args = ["--a", "3", "--b", "15", "--range", "0..9", "--plot", "none.svg", "few.tags.zst"];
    const { status } = await tagview(["delay", "-q", ...args], "", folder);
    expect(status).toBe(1);
    expect(readFileSync(join(folder, "none.svg"), "utf8")).toContain("no significant peak");
  });
});

describe("pairs", () => {
  it("prints the peak of every pair, each channel with itself among them", async () => {
    const json = JSON.parse(await good("pairs", "--json", "--range", "-8..8", "few.tags.zst"));
    expect(json).toMatchObject({ file: "few.tags.zst", bin: 1, from: -8, span: 200, complete: true });
    expect(json.pairs.map(({ a, b, counts }: Record<string, number>) => [a, b, counts])).toEqual([
      [3, 3, 0],
      [3, 15, 3],
      [3, 16, 0],
      [15, 15, 2],
      [15, 16, 0],
      [16, 16, 0],
    ]);
    // 2 of the 3 at 5 ticks: not enough to stand out.
    expect(json.pairs[1]).toMatchObject({ tags_a: 2, tags_b: 3, peak_counts: null, delay: null });
    expect(json.pairs[1].remarks).toMatchObject([{ about: "delay", code: "too-few-counts" }]);
    const rows = (await good("pairs", "--tsv", "--range", "-8..8", "few.tags.zst")).split("\n");
    expect(rows[0]).toMatch(/^#file\ta\tb\ttags_a\ttags_b\tcounts\tdelay\tdelay_s\tpeak_counts\t/);
    expect(rows[2]).toMatch(/^few\.tags\.zst\t3\t15\t2\t3\t3\t\t\t\t/);
    expect(await good("pairs", "few.tags.zst")).toMatch(/^ 3 {3}15 {7}6 {7}–/m);
  });

  it("draws the matrix", async () => {
    await good("pairs", "-q", "--range", "-8..8", "--plot", "pairs.svg", "few.tags.zst");
    const svg = readFileSync(join(folder, "pairs.svg"), "utf8");
    expect(svg.match(/data-b="\d+" data-a="\d+"|data-a="\d+" data-b="\d+"/g)).toHaveLength(6);
    expect(svg).toMatch(/^<svg .*<title>3 → 15: no significant peak/s);
  });
});

describe("heralded", () => {
  const args = ["--herald", "15", "--a", "3", "--b", "16", "--window", "3", "--delay", "15=5"];

  it("sets threefold coincidences against what independent ones give", async () => {
    const file = join(folder, "three.tags.zst");
    // Three heralds; 3 with the first two of them, 16 with the last two: one with both.
    await record(file, [
      [15, 5n],
      [3, 0n],
      [15, 1005n],
      [3, 1001n],
      [16, 1002n],
      [15, 2005n],
      [16, 2003n],
    ]);
    const json = JSON.parse(await good("heralded", "--json", ...args, file));
    expect(json).toEqual({
      file,
      herald: 15,
      a: 3,
      b: 16,
      window: 3,
      delays: { 15: 5 },
      span: 2005,
      complete: true,
      tags_herald: 3,
      tags_a: 2,
      tags_b: 2,
      herald_a: 2,
      herald_b: 2,
      herald_a_b: 1,
      g2: 0.75,
      g2_error: null,
      g2_interval: [expect.any(Number), expect.any(Number)],
      g2_upper: expect.any(Number),
      hints: [],
      remarks: [{ about: "g2_error", code: "too-few-counts", message: expect.stringContaining("1 herald") }],
      moved: 4,
      order_break: null,
      tick_s: 1.5625e-10,
      error: null,
    });
    const rows = (await good("heralded", "--tsv", ...args, file)).split("\n");
    expect(rows[0]).toBe(
      "#file\therald\ta\tb\twindow\ttags_herald\therald_a\therald_b\therald_a_b\tg2\tg2_error\tg2_upper\tg2_from\tg2_to\twindow_s\ttick_s",
    );
    expect(rows[1]).toMatch(/\t15\t3\t16\t3\t3\t2\t2\t1\t0\.75\t/);
    expect(await good("heralded", ...args, file)).toMatch(
      /of 3 and 16 given 15: 0\.7500 \([\d.]+ to [\d.]+\)\n/,
    );
  });

  it("prints null where no channel comes with the herald", async () => {
    const json = JSON.parse(await good("heralded", "--json", ...args, "few.tags.zst"));
    expect(json).toMatchObject({ herald_b: 0, g2: null, g2_error: null });
    expect(json.remarks).toMatchObject([{ about: "g2", code: "no-coincidences" }]);
  });
});

describe("questions about pairs that can't be answered", () => {
  it.each([
    [2, "bin", ["g2", "--a", "3", "--b", "15", "--bin", "0"]],
    [2, "range", ["g2", "--a", "3", "--b", "15", "--range", "5..4"]],
    [2, "--bin 3", ["g2", "--a", "3", "--b", "15", "--bin", "1", "--range", "0..20000000"]],
    [2, "--b", ["g2", "--a", "3"]],
    [2, "--bin 2", ["pairs", "--bin", "1", "--range", "0..3000000"]],
    [1, "--bin 3", ["pairs", "--bin", "1", "--range", "0..1000000"]],
    [2, "twice", ["coincidences", "--window", "1", "--pattern", "3,15,3"]],
    [2, "--window", ["coincidences", "--window", "-1"]],
    [1, "channel 7 of --b", ["g2", "--a", "3", "--b", "7"]],
    [2, "three different", ["heralded", "--herald", "3", "--a", "3", "--b", "15", "--window", "1"]],
    [2, "--window", ["heralded", "--herald", "3", "--a", "15", "--b", "16", "--window", "-1"]],
    [1, "channel 7 of --herald", ["heralded", "--herald", "7", "--a", "3", "--b", "15", "--window", "1"]],
    [1, "channel 7 of --pattern", ["coincidences", "--window", "1", "--pattern", "3,7"]],
    [1, "no significant correlation peak", ["delay", "--a", "3", "--b", "15", "--range", "100..200"]],
  ])("end with status %i and name %s", async (status, word, args) => {
    const ran = await tagview([...args, "few.tags.zst"], "", folder);
    expect(ran.status).toBe(status);
    expect(ran.stderr).toMatch(/^tagview: .*\n$/);
    expect(ran.stderr).toContain(word);
  });

  it("give null where there is one tag", async () => {
    await record(join(folder, "one.tags.zst"), [[3, 7n]]);
    for (const args of [
      ["g2", "--a", "3", "--b", "3"],
      ["delay", "--a", "3", "--b", "3"],
      ["pairs"],
      ["coincidences", "--pattern", "3,15", "--window", "5"],
    ]) {
      const { stdout } = await tagview([...args, "--json", "one.tags.zst"], "", folder);
      expect(stdout).not.toContain("NaN");
      JSON.parse(stdout);
      expect(stdout).toContain("null");
    }
  });
});

const data = realData();
describe.skipIf(data === undefined)("the real recordings", () => {
  it("have their known peak, however many frames they have", async () => {
    for (const name of ["500k", "500k-10-frames", "500k-one-segment"]) {
      const path = join(data ?? "", `${name}.tags.zst`);
      expect(await good("g2", "--a", "3", "--b", "15", "--tsv", path)).toMatch(/^26\t76\t/m);
      expect(JSON.parse(await good("delay", "--a", "3", "--b", "15", "--json", path))).toMatchObject({
        delay: 25,
        highest: 26,
        peak_counts: 76,
      });
      const { pairs } = JSON.parse(await good("pairs", "--json", path));
      expect(pairs[1]).toMatchObject({ a: 3, b: 15, delay: 25, highest: 26, peak_counts: 76 });
    }
  });
});
