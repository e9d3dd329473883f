/** `settings`: correlations of two analysers from simulated outcomes of an entangled state. */

import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { record, scratch, tagview } from "../support/command-line";
import { inOrder, randomOf } from "../support/light";

const folder = scratch();

/** Ticks in a second, as in the default tick, and seconds of a recording. */
const [SECOND, LONG] = [6.4e9, 0.3];
const VISIBILITY = 0.96;
/** Pairs and lone tags of each channel in a second. */
const [PAIRS, ALONE] = [20_000, 20_000];
const ANGLES = [
  [0, 22.5],
  [0, 67.5],
  [45, 22.5],
  [45, 67.5],
] as const;

const correlation = ([a, b]: readonly [number, number]): number =>
  VISIBILITY * Math.cos((2 * (a - b) * Math.PI) / 180);

/** Tags of a setting: channels 1 and 2 behind one analyser, 3 and 4 behind the other. */
function measured(e: number, seed: number): [number, number][] {
  const { random, times } = randomOf(seed);
  const tags: [number, number][] = [];
  for (const time of times(PAIRS, 0, LONG)) {
    const first = random() < 0.5 ? 0 : 1;
    const second = random() < (1 + e) / 2 ? first : 1 - first;
    tags.push([1 + first, SECOND * time], [3 + second, SECOND * time]);
  }
  for (const channel of [1, 2, 3, 4])
    for (const time of times(ALONE, 0, LONG)) tags.push([channel, SECOND * time]);
  return tags;
}

const files = ANGLES.map((_, k) => `setting-${k}.tags.zst`);
/** The outcomes of one setting, each with only the first detector of each side. */
const single = ["pp", "pm", "mp", "mm"].map((name) => `${name}.tags.zst`);

beforeAll(async () => {
  for (const [k, angles] of ANGLES.entries())
    await record(join(folder, files[k] ?? ""), inOrder(measured(correlation(angles), k + 1)));
  const tags = measured(0.9, 9);
  for (const [k, [a, b]] of [
    [1, 3],
    [1, 4],
    [2, 3],
    [2, 4],
  ].entries()) {
    const seen = tags.filter(([channel]) => channel === a || channel === b);
    await record(
      join(folder, single[k] ?? ""),
      inOrder(seen.map(([channel, time]) => [channel <= 2 ? 1 : 3, time])),
    );
  }
}, 60_000);

const settings = (...args: string[]) => tagview(["settings", "--window", "300ns", ...args], "", folder);
const BOTH = ["--a", "1,2", "--b", "3,4"];

describe("settings", () => {
  it("computes S of four settings, with accidentals and without", async () => {
    const { stdout, status } = await settings(...BOTH, ...files, "--json");
    expect(status).toBe(0);
    const found = JSON.parse(stdout);
    const truth = 2 * Math.SQRT2 * VISIBILITY;
    expect(Math.abs(found.s_corrected - truth)).toBeLessThan(4 * found.s_corrected_error);
    expect(found.s_corrected_error).toBeLessThan(0.05);
    expect(found.s).toBeLessThan(found.s_corrected - 3 * found.s_error);
    for (const [k, setting] of found.settings.entries()) {
      const e = correlation(ANGLES[k] ?? [0, 0]);
      expect(Math.abs(setting.correlation_corrected - e)).toBeLessThan(
        4 * setting.correlation_corrected_error,
      );
      expect(setting.qber_corrected).toBeCloseTo((1 - setting.correlation_corrected) / 2, 12);
      expect(setting.outcomes.map(({ file }: { file: string }) => file)).toEqual(Array(4).fill(files[k]));
    }
    // The accidentals of rates: 2 w + 1 ticks around each tag.
    const [first] = found.settings[0].outcomes;
    const singles = PAIRS / 2 + ALONE;
    expect(first.accidentals / (singles * singles * 2 * 300e-9 * LONG)).toBeCloseTo(1, 1);
  });

  it("takes four recordings of one detector each as the outcomes of a setting", async () => {
    const { stdout } = await settings("--a", "1", "--b", "3", ...single, "--json");
    const found = JSON.parse(stdout);
    expect(found.settings).toHaveLength(1);
    expect(found.s).toBeNull();
    const [{ qber_corrected, qber_corrected_error }] = found.settings;
    expect(Math.abs(qber_corrected - 0.05)).toBeLessThan(4 * qber_corrected_error);
    const three = await settings("--a", "1", "--b", "3", ...single.slice(1));
    expect([three.status, three.stdout]).toEqual([2, ""]);
    expect(three.stderr).toContain("do not make settings of four");
  });

  it("reports a correlation peak outside the window", async () => {
    const late = measured(0.9, 3).map(([channel, time]): [number, number] => [
      channel,
      channel < 3 ? time : time + 12_800,
    ]);
    await record(join(folder, "late.tags.zst"), inOrder(late));
    const peak =
      /^note: late\.tags\.zst: channels [12] and [34] have a correlation peak outside the window, at .+ µs \(12\d{3} ticks\): add --delay [34]=.+us\n$/u;
    expect((await settings(...BOTH, "late.tags.zst")).stderr).toMatch(peak);
    expect((await settings(...BOTH, "late.tags.zst", "--delay", "3=2us", "--delay", "4=2us")).stderr).toBe(
      "",
    );
  });

  it("prints a line a setting, with the names that are given", async () => {
    const names = ["--names", "0/22.5, 0/67.5, 45/22.5, 45/67.5"];
    const text = (await settings(...BOTH, ...names, ...files)).stdout;
    expect(text).toMatch(/^correlations of 1 and 2 with 3 and 4\nS of CHSH: 2\.\d+ ± 0\.0\d+, without/u);
    expect(text).toMatch(/^45\/22\.5 +[\d,]+ +[\d,]+/mu);
    const rows = (await settings(...BOTH, ...names, ...files, "--tsv")).stdout.trim().split("\n");
    expect(rows).toHaveLength(5);
    expect(rows[0]).toMatch(/^#name\tfrom\tto\tcounts_pp\tcounts_pm\tcounts_mp\tcounts_mm\taccidentals_pp/u);
    expect(rows[2]?.startsWith("0/67.5\t0\t")).toBe(true);
    const other = await settings(...BOTH, "--names", "one", ...files);
    expect([other.status, other.stderr]).toEqual([2, expect.stringContaining("--names has 1 name for 4")]);
  });

  it("slices one recording, and moves the minus sign", async () => {
    const one = ["--by", "75ms", files[0] ?? ""];
    const found = JSON.parse((await settings(...BOTH, ...one, "--minus", "4", "--json")).stdout);
    expect(found.settings).toHaveLength(4);
    const signs = [1, 1, 1, -1];
    const sum = found.settings.reduce(
      (sum: number, { correlation }: { correlation: number }, k: number) =>
        sum + (signs[k] ?? 0) * correlation,
      0,
    );
    expect(found.s).toBeCloseTo(sum, 12);
    expect(found.settings.map(({ name }: { name: string }) => name)).toEqual(
      [1, 2, 3, 4].map((number) => `${files[0]} (${number})`),
    );
  });

  it("refuses one channel with two, three channels, and a fifth setting with a minus sign", async () => {
    for (const [args, message] of [
      [["--a", "1,2", "--b", "3"], "different numbers of channels"],
      [["--a", "1,2,3", "--b", "3"], "one channel or two"],
      [[...BOTH, "--minus", "5"], "Write 1, 2, 3 or 4"],
    ] as const) {
      const { status, stderr } = await settings(...args, ...files);
      expect([status, stderr]).toEqual([2, expect.stringContaining(message)]);
    }
  });
});
