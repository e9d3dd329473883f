/** `delay --by`: the peak in each slice, and the drift of two taggers, against light whose truth is known. */

import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { record, scratch, tagview } from "../support/command-line";
import { inOrder, randomOf } from "../support/light";

const folder = scratch();
const run = (...args: string[]) => tagview(["delay", "--a", "3", "--b", "15", ...args], "", folder);

/** Length of a tick, and of a recording. */
const [TICK_S, LENGTH_S] = [1e-11, 20];
const [DELAY_S, DRIFT, JITTER_S] = [4e-9, 4e-11, 3e-10];
const SEEDS = [1, 2, 3, 4, 5];
const RANGE = ["--range=-20ns..20ns"];

interface Light {
  /** The delay of channel 15 at a time in seconds. */
  delay(time: number): number;
  /** Whether there are pairs at a time in seconds. */
  isLit?(time: number): boolean;
}

/** Pairs with jitter, and tags of either channel alone. */
function recording(seed: number, { delay, isLit = () => true }: Light) {
  const { normal, times } = randomOf(seed);
  const pairs = times(1000, 0, LENGTH_S).filter(isLit);
  const singles = [3, 15].flatMap((channel) =>
    times(2000, 0, LENGTH_S).map((time): [number, number] => [channel, time]),
  );
  const tags = pairs.flatMap((time): [number, number][] => [
    [3, time],
    [15, time + delay(time) + JITTER_S * normal()],
  ]);
  return inOrder([...tags, ...singles].map(([channel, time]) => [channel, 1 + time / TICK_S]));
}

const drifting = (time: number): number => DELAY_S + DRIFT * time;

beforeAll(async () => {
  const write = (name: string, seed: number, light: Light) =>
    record(join(folder, `${name}.tags.zst`), recording(seed, light), "--tick", "10ps");
  for (const seed of SEEDS) await write(`drift-${seed}`, seed, { delay: drifting });
  await write("pause", 6, { delay: drifting, isLit: (time) => time < 5 || time > 10 });
  await write("jump", 7, { delay: (time) => (time < 10 ? 0 : DELAY_S) });
}, 60_000);

interface Row {
  from_s: number;
  to_s: number;
  delay_s: number | null;
  delay_error_s: number | null;
  width_s: number | null;
  width_error_s: number | null;
  pairs: number | null;
  significance: number | null;
  remarks: { about: string; code: string; message: string }[];
}

async function slices(...args: string[]) {
  const { status, stdout, stderr } = await run(...RANGE, "--json", ...args);
  expect([status, stderr]).toEqual([0, ""]);
  return JSON.parse(stdout) as {
    slices: Row[];
    drift_s_per_s: number | null;
    drift_error: number | null;
    remarks: { about: string; code: string }[];
  };
}

/** Distance from the truth, in errors. */
const pull = (value: number | null, error: number | null, truth: number): number =>
  value === null || error === null ? Number.NaN : (value - truth) / error;

describe("a linear drift", () => {
  const all: number[] = [];

  it.each(SEEDS)("is found with seed %i", async (seed) => {
    const json = await slices("--by", "1s", `drift-${seed}.tags.zst`);
    expect(json).toMatchObject({ by: "1s", complete: true, error: null, remarks: [], tick_s: TICK_S });
    expect(json.slices).toHaveLength(LENGTH_S);
    expect(Math.abs(pull(json.drift_s_per_s, json.drift_error, DRIFT))).toBeLessThan(4);
    // 20 delays with errors of JITTER / sqrt(1000) at least, 1 s apart.
    const best = JITTER_S / Math.sqrt(1000) / Math.sqrt((20 * (20 ** 2 - 1)) / 12);
    expect((json.drift_error ?? 0) / best).toBeGreaterThan(0.9);
    expect((json.drift_error ?? 0) / best).toBeLessThan(1.6);
    for (const row of json.slices) {
      const truth = drifting((row.from_s + row.to_s) / 2);
      all.push(pull(row.delay_s, row.delay_error_s, truth));
      expect(Math.abs(pull(row.width_s, row.width_error_s, 2.3548 * JITTER_S))).toBeLessThan(4.5);
      expect(Math.abs((row.pairs ?? 0) - 1000)).toBeLessThan(200);
      expect(row.significance).toBeGreaterThan(10);
    }
  });

  it("has delays whose errors are true", () => {
    expect(all).toHaveLength(SEEDS.length * LENGTH_S);
    const within = (errors: number) => all.filter((one) => Math.abs(one) <= errors).length / all.length;
    expect(within(1)).toBeGreaterThan(0.55);
    expect(within(1)).toBeLessThan(0.82);
    expect(within(4)).toBe(1);
  });

  it("is one line after the table", async () => {
    const { status, stdout } = await run(...RANGE, "--by", "1s", "drift-1.tags.zst");
    expect(status).toBe(0);
    const lines = stdout.trimEnd().split("\n");
    expect(lines[0]).toBe("drift-1.tags.zst   channel 15 after 3, by slice");
    expect(lines[2]).toMatch(/^ *from +for +delay +width +pairs +sigma$/);
    expect(lines[4]).toMatch(
      /^ *1\.000 s +1\.000 s +4\.0\d{2,3} ns ± 0\.0\d{2,3} ns +\d+ ps ± \d+ ps +\d+ ± \d+ +\d+\.\d$/,
    );
    expect(lines.at(-1)).toMatch(/^drift of the delay {3}(38|39|40|41)\.\d+ ± 0\.\d+ ps\/s$/);
  });

  it("is in no table of a single slice", async () => {
    const { slices: rows, ...json } = await slices("--by", "file", "drift-1.tags.zst");
    expect(rows).toHaveLength(1);
    expect(json).toMatchObject({ drift_s_per_s: null, drift_error: null });
    expect(json.remarks).toMatchObject([{ about: "drift_s_per_s", code: "too-few-slices" }]);
    expect((await run(...RANGE, "--by", "file", "drift-1.tags.zst")).stdout).not.toContain("drift of");
  });
});

describe("slices without pairs", () => {
  it("have no delay, and a reason", async () => {
    const { slices: rows, drift_s_per_s, drift_error } = await slices("--by", "1s", "pause.tags.zst");
    const dark = rows.filter(({ from_s }) => from_s > 4.5 && from_s < 9.5);
    expect(dark).toHaveLength(5);
    for (const row of dark) {
      expect(row).toMatchObject({ delay_s: null, delay_error_s: null, width_s: null, pairs: null });
      expect(row.remarks[0]).toMatchObject({ about: "delay", code: "too-few-counts" });
    }
    expect(rows.filter(({ delay_s }) => delay_s === null)).toHaveLength(5);
    expect(Math.abs(pull(drift_s_per_s, drift_error, DRIFT))).toBeLessThan(4);
    const { stdout } = await run(...RANGE, "--by", "1s", "pause.tags.zst");
    expect(stdout).toMatch(/^ *6\.000 s +1\.000 s +– +– +– +(–|\d\.\d) +no group of neighbouring bins /m);
    const tsv = (await run(...RANGE, "--by", "1s", "--tsv", "pause.tags.zst")).stdout.split("\n");
    const names = tsv[0]?.split("\t") ?? [];
    const cells = tsv[7]?.split("\t") ?? [];
    expect(cells[names.indexOf("delay_s")]).toBe("");
    expect(cells[names.indexOf("reason")]).toMatch(/^no group of neighbouring bins /);
  });

  it("alone are an error", async () => {
    const { status, stdout, stderr } = await run(
      "--range",
      "500ns..600ns",
      "--by",
      "5s",
      "--json",
      "pause.tags.zst",
    );
    expect(status).toBe(1);
    expect(stderr).toMatch(
      /^tagview: pause\.tags\.zst: no slice has a correlation peak \(.*\): try longer slices/,
    );
    expect(JSON.parse(stdout)).toMatchObject({ complete: true, error: { code: "no-peak" } });
  });
});

it("has no error of a drift that is not along a straight line", async () => {
  const json = await slices("--by", "1s", "jump.tags.zst");
  expect(json.drift_s_per_s).toBeGreaterThan(1e-10);
  expect(json.drift_error).toBeNull();
  expect(json.remarks).toMatchObject([{ about: "drift_error", code: "fit-poor" }]);
  const { stdout } = await run(...RANGE, "--by", "1s", "jump.tags.zst");
  expect(stdout).toMatch(
    /^drift of the delay {3}\d+\.\d ps\/s\nnote: the delays do not lie on a straight line/m,
  );
});

it("has no drift of delays that are known up to whole periods", async () => {
  const pulses = Array.from({ length: 30_000 }, (_, k) => 1000 * k + 1);
  const { random, normal } = randomOf(8);
  const seen = (channel: number, delay: number) =>
    pulses
      .filter(() => random() < 0.2)
      .map((time): [number, number] => [channel, 2000 + time + delay + 20 * normal()]);
  await record(join(folder, "pulses.tags.zst"), inOrder([...seen(3, 0), ...seen(15, 300)]), "--tick", "10ps");
  const json = await slices("--by", "100us", "--period", "10ns", "--range=-200ns..200ns", "pulses.tags.zst");
  expect(json.slices).toHaveLength(3);
  for (const row of json.slices) expect(Math.abs(pull(row.delay_s, row.delay_error_s, 3e-9))).toBeLessThan(4);
  expect(json).toMatchObject({ drift_s_per_s: null, remarks: [{ code: "pulsed" }] });
});

it("rejects options without slices", async () => {
  const refused = async (...args: string[]) => (await run(...args)).stderr;
  expect(await refused("--by", "1s", "--plot", "x.svg", "pause.tags.zst")).toBe(
    "tagview: slices have no chart: leave out --plot or --by\n",
  );
  const same = await tagview(["delay", "--a", "3", "--b", "3", "--by", "5s", "pause.tags.zst"], "", folder);
  expect(same).toMatchObject({ status: 1 });
  expect(same.stderr).toMatch(/: channel 3 with itself has no delay: choose two channels/);
  const joined = [
    "partial",
    "delay",
    "--a",
    "3",
    "--b",
    "15",
    "--by",
    "1s",
    "pause.tags.zst",
    "-o",
    "x.part",
  ];
  expect((await tagview(joined, "", folder)).stderr).toBe(
    "tagview: slices can't be joined: leave out --by\n",
  );
});
