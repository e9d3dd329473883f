/** `--clock`: times in the phase of a clock channel, in every command that analyses. */

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { scratch, tagview } from "../support/command-line";

const folder = scratch();
const run = (...args: string[]) => tagview(args, "", folder);

/** The object printed for one recording, whose notes are no errors. */
async function json(...args: string[]) {
  const { status, stdout, stderr } = await run(...args, "-q", "--json");
  expect([status, stderr], args.join(" ")).toEqual([0, ""]);
  return JSON.parse(stdout);
}

describe("a clock of few tags", () => {
  // Intervals of 1000, 1010, 980 and 1010 ticks; a gap of 3000; an extra tag.
  const clock = [0, 1000, 2010, 2990, 3200, 4000, 7000, 8000].map((time) => [0, time]);
  const a = [-3, 500, 1505, 2500, 3495, 5000, 7500, 8001].map((time) => [3, time]);
  const lines = [...clock, ...a].sort(([, x = 0], [, y = 0]) => x - y);
  const text = lines.map(([channel, time]) => `${channel}\t${time}\n`).join("");
  const counts = {
    ...{ period: 1000, clock_tags: 7, extra: 1, gaps: 1, missing: 2, longest_gap: 3000 },
    ...{ before: 1, in_gaps: 1, after: 1 },
  };

  beforeAll(async () => {
    writeFileSync(join(folder, "few.txt"), text);
    expect((await run("pack", "few.txt", "-q", "-o", "few.tags.zst")).status).toBe(0);
  });

  it.each(["few.tags.zst", "few.txt"])("moves the tags of %s into its phase", async (file) => {
    const options = ["--clock", "ch0", "--clock-period", "1000"];
    const stats = await json("stats", ...options, file);
    expect(stats.clock).toEqual(counts);
    expect(stats.tags).toBe(12);
    expect(stats.channels.map((one: { channel: number; tags: number }) => [one.channel, one.tags])).toEqual([
      [0, 7],
      [3, 5],
    ]);
    expect([stats.first, stats.last]).toEqual([0, 8000]);
    // Every tag of channel 3 comes half a period after a tick: 500 of 1000, 495 of 1010, 490 of 980, 505 of 1010.
    const g2 = await json(
      "g2",
      "--a",
      "0",
      "--b",
      "3",
      "--range",
      "480..520",
      "--bin",
      "1",
      ...options,
      file,
    );
    expect(g2.counts.reduce((sum: number, n: number) => sum + n, 0)).toBe(5);
    expect(g2.counts[20] + g2.counts[10]).toBe(5);
    expect(g2.clock).toEqual(counts);
  });

  it("states what has no time, once for each file", async () => {
    const { stderr } = await run("stats", "--tsv", "--clock", "0", "--clock-period", "1000", "few.tags.zst");
    expect(stderr).toBe(
      "note: few.tags.zst: the clock has 7 tags every 156.25 ns; excluded: 1 tag before the first clock tag, 1 after the last\n" +
        "note: few.tags.zst: the clock lacks 2 tags in 1 gap, the longest of 468.75 ns; excluded: 1 other tag in gaps\n" +
        "note: few.tags.zst: excluded: 1 clock tag too soon after the previous one\n",
    );
    const without = await run("stats", "few.tags.zst", "--json");
    expect(JSON.parse(without.stdout)).not.toHaveProperty("clock");
  });
});

describe("a divided clock", () => {
  const options = ["--clock", "ch7", "--divider", "100"];

  beforeAll(async () => {
    const light = ["--light", "coherent", "--light-rate", "1.5e6", "--pulse-rate", "80e6"];
    const ideal = ["--efficiency", "1", "--dark-rate", "0", "--dead-time", "0ns", "--delay", "15=0"];
    const out = ["--clock", "7", "--clock-divider", "100", "-o", "laser.tags.zst"];
    const { status } = await run("simulate", "-q", "--duration", "400ms", ...light, ...ideal, ...out);
    expect(status).toBe(0);
  });

  it("is measured, and gives the period of the pulses", async () => {
    const delay = await json("delay", "--a", "3", "--b", "15", ...options, "laser.tags.zst");
    expect(delay.clock.period).toBeCloseTo(8000, 4);
    expect(delay.clock).toMatchObject({ gaps: 0, extra: 0, missing: 0 });
    expect(delay.period).toBeCloseTo(80, 5);
    const given = ["--clock", "7", "--clock-period", "1.25us", "--period", "12.5ns", "laser.tags.zst"];
    const same = await json("delay", "--a", "3", "--b", "15", ...given);
    expect(same.period).toBe(80);
    expect(same.counts).toEqual(delay.counts);
    const none = await json(
      "delay",
      "--a",
      "3",
      "--b",
      "15",
      ...options,
      "--period",
      "none",
      "laser.tags.zst",
    ).catch(() => null);
    expect(none?.period ?? null).toBeNull();
  });

  it("gives the same with several workers as in one pass of a pipe, and for slices", async () => {
    const clock = ["--clock", "7", "--clock-period", "8000"];
    const question = ["pairs", "--range=-200..200", "--json", "-q", ...clock];
    const file = await run(...question, "laser.tags.zst");
    expect(file.status).toBe(0);
    const bytes = readFileSync(join(folder, "laser.tags.zst"));
    expect(bytes.length).toBeGreaterThan(1 << 20);
    const piped = await tagview([...question, "-"], bytes, folder);
    const plain = ({ stdout }: { stdout: string }) => ({ ...JSON.parse(stdout), file: "" });
    expect(plain(piped)).toEqual(plain(file));
    const window = ["coincidences", "--pattern", "3,15", "--window", "20", "--delay", "15=0"];
    const { slices } = await json(...window, "--by", "100ms", ...clock, "laser.tags.zst");
    expect(slices).toHaveLength(4);
  });

  it("is in each command that counts", async () => {
    for (const command of [
      ["rate", "--bin", "10ms"],
      ["gaps"],
      ["stability"],
      ["lifetime", "--sync", "7", "--channel", "3", "--clock-period", "8000"],
      ["heralded", "--herald", "7", "--a", "3", "--b", "15", "--window", "2ns"],
      ["coincidences", "--window", "2ns", "--period", "none"],
    ]) {
      const { stdout } = await run(...command, ...options, "--json", "-q", "laser.tags.zst");
      expect(JSON.parse(stdout).clock, command.join(" ")).toMatchObject({ gaps: 0, before: 0 });
    }
  });
});

describe("a clock that can't be used", () => {
  it.each([
    [["stats", "--divider", "16"], "--divider needs a clock"],
    [["stats", "--clock-period", "1us"], "--clock-period needs a clock"],
    [["stats", "--clock", "x"], "A channel is a whole number"],
    [["stats", "--clock", "9"], "channel 9 of the software clock has no tags"],
    [
      ["lifetime", "--channel", "3", "--clock", "0", "--divider", "2"],
      "--divider: lifetime does not measure",
    ],
    [["stats", "--clock", "0", "--clock-period", "0.1"], "a period of 0.1 ticks"],
    [["stats", "--clock", "3"], "channel 3 is not a clock"],
    [["stats", "--follow", "--clock", "0"], "software clock"],
    [["delay", "--a", "0", "--b", "3", "--by", "0", "--clock", "0", "--clock-period", "9"], "--by a channel"],
    [["partial", "stats", "--clock", "0", "-o", "x.part"], "a partial result has no software clock"],
  ])("%j is refused", async (args, message) => {
    writeFileSync(join(folder, "two.txt"), "0\t0\n3\t5\n3\t2900\n3\t3000\n3\t90000\n0\t100000\n");
    const { status, stderr } = await run(...args, "two.txt");
    expect(status, stderr).not.toBe(0);
    expect(stderr).toContain(message);
  });
});
