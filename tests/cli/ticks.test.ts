/** Length of a tick in written files, and times that are not a whole number of ticks. */

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { record, scratch, tagview } from "../support/command-line";

const folder = scratch();

async function run(args: string[], input = ""): Promise<{ stdout: string; stderr: string }> {
  const { status, stdout, stderr } = await tagview(args, input, folder);
  expect(status).toBe(0);
  return { stdout, stderr };
}

const tickOf = async (file: string): Promise<number> =>
  JSON.parse((await run(["stats", "--json", file])).stdout).tick_s;

beforeAll(async () => {
  await record(join(folder, "plain.tags.zst"), [
    [3, 0n],
    [15, 1_000_000n],
  ]);
  writeFileSync(join(folder, "text.tsv"), "3\t0\n15\t1000000\n");
});

it.each([
  ["simulate", "--duration", "1ms"],
  ["pack", "text.tsv"],
  ["slice", "plain.tags.zst"],
  ["merge", "plain.tags.zst", "plain.tags.zst"],
  ["convert", "plain.tags.zst"],
])("a recording that %s writes with --tick stores the tick", async (...command) => {
  await run([...command, "--tick", "1ps", "-q", "--force", "-o", "said.tags.zst"]);
  expect(await tickOf("said.tags.zst")).toBe(1e-12);
  await run([...command, "-q", "--force", "-o", "unsaid.tags.zst"]);
  expect(await tickOf("unsaid.tags.zst")).toBe(156.25e-12);
});

it("simulated times are as long as given, or a note reports their rounded length", async () => {
  const base = ["simulate", "--duration", "1ms", "--force", "-o", "made.tags.zst"];
  const { stderr } = await run([...base, "--delay", "15=1ns", "--dead-time", "50ns"]);
  expect(stderr).toBe("note: --delay 15=1ns is 6 ticks, 937.50 ps\n");
  expect((await run([...base, "-q", "--delay", "15=1ns"])).stderr).toBe("");
  const made = async (jitter: string): Promise<string> => {
    expect((await run([...base, "--jitter", jitter])).stderr).toBe("");
    return readFileSync(join(folder, "made.tags.zst")).toString("base64");
  };
  // Both are one tick, were they rounded.
  expect(await made("100ps")).not.toBe(await made("200ps"));
  await made("0");
});

it("offsets of recordings are as long as given, or a note reports their rounded length", async () => {
  const base = ["merge", "plain.tags.zst", "plain.tags.zst", "--force", "-o", "merged.tags.zst"];
  const offsets = ["--tick", "4ps", "--offset", "2=1ps", "--offset", "1=8ps"];
  expect((await run([...base, ...offsets])).stderr).toBe("note: --offset 2=1ps is 0 ticks, 0 s\n");
  expect((await run([...base, ...offsets, "-q"])).stderr).toBe("");
  const { stderr } = await run([...base, "--offset", "1=-1ns"]);
  expect(stderr).toBe("note: --offset 1=-1ns is -6 ticks, -937.50 ps\n");
});

it("the last slice of a time ends with the recording, and contains its last tag", async () => {
  const args = ["coincidences", "--window", "2ns", "plain.tags.zst", "--by"];
  const slicesOf = async (...more: string[]) => {
    const { slices } = JSON.parse((await run([...args, ...more, "--json"])).stdout);
    return slices.map(({ from, to }: { from: number; to: number }) => [from, to]);
  };
  expect(await slicesOf("100us")).toEqual([
    [0, 639_999],
    [640_000, 1_000_000],
  ]);
  expect(await slicesOf("78.125us")).toEqual([
    [0, 499_999],
    [500_000, 1_000_000],
  ]);
  expect(await slicesOf("100us", "--to", "100us")).toEqual([[0, 640_000]]);
  expect(await slicesOf("100us", "--from", "1000000")).toEqual([[1_000_000, 1_000_000]]);
  expect(await slicesOf("100us", "--from", "1000001")).toEqual([]);
  expect((await run([...args, "100us"])).stderr).toBe("");
  expect((await run([...args, "500"])).stderr).toContain("no tag of channel 500 begins a slice");
});

it("help is a command too", async () => {
  expect((await run(["help"])).stdout).toContain("Correlate:");
  expect((await run(["help", "stats"])).stdout).toBe((await run(["stats", "--help"])).stdout);
});

/** First and last time in the written file, in picoseconds. */
async function picoseconds(file: string): Promise<[number, number]> {
  const { first, last, tick_s } = JSON.parse((await run(["stats", "--json", file])).stdout);
  return [first, last].map((time) => Math.round(Number(time) * tick_s * 1e16) / 1e4) as [number, number];
}

it.each([
  ["time_ns", []],
  ["time_ns", ["--tick", "50ps"]],
  ["t", ["--unit", "ns", "--tick", "50ps"]],
  ["t", ["--unit", "2ns", "--tick", "1ps"]],
])("times of a text are the same in whatever ticks: %s %j", async (name, options) => {
  writeFileSync(join(folder, "unit.csv"), `${name},channel\n1.5,1\n2.5,2\n1000.25,1\n`);
  const per = options.includes("2ns") ? 2 : 1;
  const stats = await run(["stats", "--json", "unit.csv", ...options]);
  expect(JSON.parse(stats.stdout).span_s).toBeCloseTo(998.75e-9 * per, 20);
  expect(
    (await run(["convert", "unit.csv", ...options, "-q", "--force", "-o", "unit.tags.zst"])).stderr,
  ).toBe("");
  expect(await picoseconds("unit.tags.zst")).toEqual([1500 * per, 1_000_250 * per]);
});

it("times that are no whole ticks are rounded, and it is reported", async () => {
  writeFileSync(join(folder, "unit.csv"), "time_ns,channel\n1.5,1\n2.5,2\n1000.25,1\n");
  const note = "note: unit.csv: 1 time was rounded to a whole tick\n";
  for (const command of [["convert"], ["slice"], ["merge"]]) {
    const { stderr } = await run([
      ...command,
      "unit.csv",
      "--tick",
      "100ps",
      "--force",
      "-o",
      "unit.tags.zst",
    ]);
    expect(stderr).toBe(note);
  }
  expect(await picoseconds("unit.tags.zst")).toEqual([1500, 1_000_300]);
  expect((await run(["cat", "unit.csv", "--tick", "100ps"])).stderr).toBe(note);
  expect((await run(["g2", "unit.csv", "--a", "1", "--b", "2", "--tick", "100ps"])).stderr).toBe(note);
  const { remarks } = JSON.parse((await run(["stats", "unit.csv", "--json", "--tick", "100ps"])).stdout);
  expect(remarks).toMatchObject([{ code: "rounded-times" }]);
  expect((await run(["stats", "unit.csv"])).stdout).toContain("times in ns, tick 1 ps");
});

it("following the advice of merge about ticks gives the right times", async () => {
  writeFileSync(join(folder, "a.csv"), "time_ns,channel\n1,1\n1000,1\n");
  writeFileSync(join(folder, "b.csv"), "time_ps,channel\n1500,2\n2000000,2\n");
  const merge = async (...args: string[]) =>
    tagview(["merge", ...args, "--force", "-o", "ab.tags.zst"], "", folder);
  const refused = await merge("a.csv", "b.csv");
  expect(refused.status).toBe(2);
  expect(refused.stderr).toContain("--tick 1ps, and their times are converted to it");
  expect((await merge("a.csv", "b.csv", "--tick", "1ps")).status).toBe(0);
  expect((await run(["cat", "ab.tags.zst"])).stdout).toBe("1\t1000\n2\t1500\n1\t1000000\n2\t2000000\n");

  // --tick does not convert a recording that states its tick, and a message reports it.
  await run(["convert", "a.csv", "-o", "a.tags.zst"]);
  await run(["convert", "b.csv", "-o", "b.tags.zst"]);
  const both = await merge("a.tags.zst", "b.tags.zst");
  const [, cat, unit, tick] =
    /tagview cat (\S+) \| tagview convert - --unit (\S+) --tick (\S+) -o NEW/.exec(both.stderr) ?? [];
  expect([cat, unit, tick]).toEqual(["b.tags.zst", "1ps", "1000ps"]);
  const lines = (await run(["cat", "a.tags.zst"])).stdout;
  await run(["convert", "-", "--unit", "1000ps", "--tick", "1ps", "-o", "new.tags.zst"], lines);
  expect((await merge("new.tags.zst", "b.tags.zst")).status).toBe(0);
  expect((await run(["cat", "ab.tags.zst"])).stdout).toBe("1\t1000\n2\t1500\n1\t1000000\n2\t2000000\n");
  const forced = await merge("a.tags.zst", "b.tags.zst", "--tick", "1ps");
  expect(forced.stderr).toBe(
    "note: a.tags.zst: the file states a tick of 1000ps; --tick replaces it by 1ps, and times are not converted\n",
  );
});

it.each(["Time (Ms)", "Time (m)", "time (1e-9 s)"])("the unit of %s is refused as unknown", async (name) => {
  writeFileSync(join(folder, "odd.csv"), `${name},channel\n1,1\n2,2\n`);
  const { status, stderr } = await tagview(["stats", "odd.csv"], "", folder);
  expect(status).not.toBe(0);
  expect(stderr).toContain("is not known");
  expect(stderr).toContain("--unit");
});

it("pack refuses a unit, which it would not use", async () => {
  const { status, stderr } = await tagview(
    ["pack", "text.tsv", "--unit", "ns", "-o", "no.tags.zst"],
    "",
    folder,
  );
  expect([status, stderr]).toEqual([
    2,
    "tagview: pack reads lines of channel<TAB>time in ticks, without --columns or --unit: read other text files with convert\n",
  ]);
});

/** A photon of each channel every 10 us, that of 15 30 ns after that of 3, with ticks of 1 ps. */
const delayed = Array.from({ length: 400 }, (_, k) => 10_000_000n * BigInt(k)).flatMap(
  (time, k): [number, bigint][] => [
    [3, time],
    [15, time + 30_000n + BigInt(k % 5)],
  ],
);

it("the default ranges of delays do not depend on the tick", async () => {
  await record(join(folder, "delayed.tags.zst"), delayed, "--tick", "1ps");
  const ask = async (...args: string[]) =>
    JSON.parse((await run([...args, "-q", "--json", "delayed.tags.zst"])).stdout);
  expect((await ask("delay", "--a", "3", "--b", "15", "--period", "none")).delay).toBeCloseTo(30_002, -1);
  expect((await ask("pairs")).pairs[1]).toMatchObject({ a: 3, b: 15, counts: 400 });
  const { from, bin, counts } = await ask("g2", "--a", "3", "--b", "15");
  expect(from + bin * counts.length).toBeGreaterThan(10_000);
  const { bin: width, channels } = await ask("gaps");
  expect(width * channels[0].counts.length).toBeGreaterThanOrEqual(1_000_000);
  const withRange = [
    "delay",
    "--a",
    "3",
    "--b",
    "15",
    "--period",
    "none",
    "--range=-6400..6400",
    "delayed.tags.zst",
  ];
  expect((await tagview(withRange, "", folder)).status).toBe(1);
});

it("tags that a time tagger with a tick of 1 ps writes 86 ns late are put in order", async () => {
  const late = delayed.flatMap(([channel, time]): [number, bigint][] =>
    channel === 3
      ? [[3, time]]
      : [
          [16, time + 116_000n],
          [channel, time],
        ],
  );
  await record(join(folder, "late.tags.zst"), late, "--tick", "1ps");
  const { stdout } = await run(["pairs", "--json", "late.tags.zst"]);
  expect(JSON.parse(stdout)).toMatchObject({ complete: true, error: null, moved: 400 });
});
