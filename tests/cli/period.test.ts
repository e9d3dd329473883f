/** The period of pulsed light: hints that suggest it, the option `--period`, and the numbers that depend on it. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { clockOf, readPeriod } from "../../cli/src/commands/tags/period";
import { exactTime, hintLines, noteLines } from "../../cli/src/output/remarks";
import { parseTick } from "../../cli/src/runtime/engine";
import { scratch, tagview } from "../support/command-line";

const TICK = parseTick("156.25ps");
const folder = scratch();
const run = (...args: string[]) => tagview(args, "", folder);

async function good(...args: string[]): Promise<string> {
  const { status, stdout, stderr } = await run(...args);
  expect([status, stderr], args.join(" ")).toEqual([0, ""]);
  return stdout;
}

const json = async (...args: string[]) => JSON.parse(await good(...args, "--json"));

describe("a hint", () => {
  const pulsed = {
    code: "pulsed",
    message: "tags repeat every 80.0013 ticks",
    option: { name: "period", channel: null, ticks: 80.0013 },
  };

  it("is a line with times in seconds and the option that applies it", () => {
    expect(hintLines([pulsed], TICK)).toBe(
      "hint: tags repeat every 12.500 ns (80.0013 ticks): add --period 12.500203ns\n",
    );
    const dead = {
      code: "shared-dead-time",
      message: "channels 1 and 2 share a dead time of at most 448 ticks",
    };
    const later = {
      ...dead,
      message: "a peak lies at 26 ticks",
      option: { name: "delay", channel: 15n, ticks: -26 },
    };
    expect(hintLines([later], TICK)).toContain(": add --delay 15=-4.0625ns\n");
    expect(hintLines([{ ...dead, option: null }], TICK)).toBe(
      "hint: channels 1 and 2 share a dead time of at most 70.00 ns (448 ticks)\n",
    );
    expect(hintLines([], TICK)).toBe("");
  });

  it("has its times in seconds as a note has, which may have errors", () => {
    const message = "the best fit is 25.6 +- 16.1 ticks";
    expect(noteLines([{ message }], TICK)).toBe("note: the best fit is 4.0 ns ± 2.5 ns (26 ± 16 ticks)\n");
    expect(noteLines([{ message }], null)).toBe(`note: ${message}\n`);
  });

  it.each(["156.25ps", "1ps", "4ps", "1ns", "0.5fs", "1us", "81ps"])(
    "has a time that --period reads back to 1e-7, in ticks of %s",
    (length) => {
      const tick = parseTick(length);
      for (const ticks of [1, 1.0000001, 7.77777777, 80.0013, 999.99999999, 12_496.3, 6_400_000.25, 3e12]) {
        const { period } = readPeriod({ period: exactTime(ticks, tick) }, tick);
        // Times on the command line are read in millionths of a tick.
        expect(Math.abs((period ?? 0) - ticks)).toBeLessThanOrEqual(1e-7 * ticks + 1e-6);
      }
    },
  );
});

describe("--period", () => {
  it("is a time, a clock, a clock with a divider, or none", () => {
    expect(readPeriod({}, TICK)).toEqual({});
    expect(readPeriod({ period: "12.5ns" }, TICK)).toEqual({ period: 80 });
    expect(readPeriod({ period: "80.0013" }, TICK)).toEqual({ period: 80.0013 });
    expect(readPeriod({ period: "none" }, TICK)).toEqual({ period: 0 });
    expect(readPeriod({ period: "ch3" }, TICK)).toEqual({ clock: 3n });
    expect(readPeriod({ period: "ch3/8" }, TICK)).toEqual({ clock: 3n, divider: 8n });
    expect(clockOf("12.5ns")).toBeNull();
    for (const text of ["ch3/0", "ch3/99999999999"]) expect(() => clockOf(text)).toThrow("--period");
  });
});

describe("pulsed light", () => {
  const coincidences = ["coincidences", "--pattern", "3,15", "--window", "20", "--delay", "15=0"];
  const delay = ["delay", "--a", "3", "--b", "15"];

  beforeAll(async () => {
    const light = ["--light", "coherent", "--light-rate", "1.5e6", "--pulse-rate", "80e6"];
    const ideal = ["--efficiency", "1", "--dark-rate", "0", "--dead-time", "0ns", "--delay", "15=0"];
    const clock = ["--clock", "7", "--clock-divider", "100"];
    const out = ["-o", "laser.tags.zst"];
    await good("simulate", "-q", "--duration", "100ms", ...light, ...ideal, ...clock, ...out);
  });

  it("has no CAR and no delay without a period, and a hint that gives it", async () => {
    const { patterns, period, hints } = await json(...coincidences, "laser.tags.zst");
    expect(period).toBeNull();
    expect(patterns[0]).toMatchObject({
      accidentals_from: "measured",
      car: null,
      efficiency: { 3: null, 15: null },
    });
    expect(hints).toEqual([
      {
        code: "pulsed",
        message: expect.stringMatching(/^tags repeat every [\d.]+ ticks$/u),
        option: { name: "period", channel: null, ticks: expect.closeTo(80, 1) },
      },
    ]);
    const { status, stdout, stderr } = await run(...delay, "--json", "laser.tags.zst");
    expect(status).toBe(1);
    expect(stderr).toMatch(/: add --period 12\.[45]\d*ns\n$/u);
    const found = JSON.parse(stdout);
    expect(found).toMatchObject({ delay: null, period: null, pulsed: null, error: { code: "no-peak" } });
    expect(found.remarks).toContainEqual(expect.objectContaining({ about: "delay", code: "pulsed" }));
  });

  it("takes the period of the printed hint, and has a CAR and a delay modulo the period", async () => {
    const printed = await good(...coincidences, "laser.tags.zst");
    const [, time = ""] = /^hint: tags repeat every 12\.\d+ ns .*: add --period (\S+)$/mu.exec(printed) ?? [];
    const answer = await json(...coincidences, "--period", time, "laser.tags.zst");
    expect(answer.period).toBeCloseTo(80, 1);
    expect(answer.hints).toEqual([]);
    // Windows displaced by whole periods, beyond 20 us.
    expect(answer.displaced_from).toBeGreaterThanOrEqual(128_000);
    const off = (answer.displaced_from + answer.window) / answer.period;
    expect(Math.abs(off - Math.round(off)) * answer.period).toBeLessThanOrEqual(1);
    const [pattern] = answer.patterns;
    expect(pattern.accidentals).toBe(pattern.accidentals_measured);
    expect(Math.abs(pattern.car)).toBeLessThan(4 * pattern.car_error);
    const { delay_modulo, period, pulsed } = await json(...delay, "--period", time, "laser.tags.zst");
    expect(delay_modulo).toBeCloseTo(80, 1);
    expect(period).toBeCloseTo(80, 1);
    expect(pulsed).not.toHaveProperty("period_from");
  });

  it("has the period of a clock, with a divider, in each command", async () => {
    // The clock has a tag for one pulse of 100.
    const clock = ["--period", "ch7/100", "laser.tags.zst"];
    expect((await json(...coincidences, ...clock)).period).toBeCloseTo(80, 4);
    expect((await json(...delay, ...clock)).period).toBeCloseTo(80, 4);
    const g2 = ["g2", "--a", "3", "--b", "15", "--range=-100ns..100ns", "--bin", "1"];
    expect((await json(...g2, ...clock)).pulsed.period).toBeCloseTo(80, 4);
    const { pairs } = await json("pairs", ...clock);
    for (const { period } of pairs) expect(period).toBeCloseTo(80, 4);
    expect((await json(...coincidences, "--period", "ch7", "laser.tags.zst")).period).toBeCloseTo(8000, 2);
  });

  it("widens the default range of g2 to five periods on either side, up to 10 us", async () => {
    const g2 = ["g2", "--a", "3", "--b", "15", "laser.tags.zst", "--period"];
    const { from, pulsed } = await json(...g2, "12.5ns");
    expect([from, pulsed.side_peaks]).toEqual([-400, 8]);
    expect(pulsed.g2).toBeCloseTo(1, 0);
    expect((await json(...g2, "none")).from).toBe(-64);
    expect((await json(...g2, "1ns")).from).toBe(-64);
    expect((await json(...g2, "1ms")).from).toBe(-64_000);
    expect((await json(...g2, "12.5ns", "--range=-20ns..20ns")).from).toBe(-128);
  });

  it("has one period in all slices", async () => {
    const { slices, period } = await json(
      ...[...coincidences, "-q", "--by", "1ms", "--period", "ch7/100", "laser.tags.zst"],
    );
    expect(slices).toHaveLength(100);
    expect(period).toBeCloseTo(80, 4);
    for (const { patterns } of slices) expect(patterns[0].accidentals_from).toBe("measured");
    // The mean over slices equals the whole within its error: 100 errors of a hundredth of the tags each.
    const cars = slices.map(({ patterns: [pattern] }: { patterns: { car: number }[] }) => pattern?.car ?? 0);
    const mean = cars.reduce((sum: number, car: number) => sum + car, 0) / cars.length;
    expect(Math.abs(mean)).toBeLessThan(0.1);
  });

  it("is taken for steady where a period is denied", async () => {
    const { patterns, hints } = await json(...coincidences, "--period", "none", "laser.tags.zst");
    expect(hints).toEqual([]);
    expect(patterns[0].car).not.toBeNull();
  });

  it("uses the accidentals that --accidentals names, and prints both", async () => {
    const of = async (...more: string[]) => {
      const { patterns } = await json(...coincidences, "--period", "ch7/100", ...more, "laser.tags.zst");
      return patterns[0];
    };
    const measured = await of();
    expect(await of("--accidentals", "measured")).toEqual(measured);
    const rates = await of("--accidentals", "rates");
    for (const key of ["accidentals_measured", "accidentals_measured_error", "accidentals_rates"])
      expect(rates[key], key).toBe(measured[key]);
    expect(rates).toMatchObject({
      accidentals_from: "rates",
      accidentals: rates.accidentals_rates,
      accidentals_error: rates.accidentals_rates_error,
    });
    // The period is 80 ticks, and a window of 41 ticks contains one pulse: half as many accidentals as in steady light.
    expect(rates.car).toBeCloseTo(80 / 41 - 1, 0);
    expect(measured).toMatchObject({
      accidentals_from: "measured",
      accidentals: measured.accidentals_measured,
    });
    for (const key of ["period", "period_from", "displaced_by"]) expect(measured).not.toHaveProperty(key);
    const table = await good(...coincidences, "--period", "ch7/100", "laser.tags.zst");
    expect(table).toMatch(/ accidentals \(measured\) +accidentals \(rates\) +CAR /u);
    const { status, stderr } = await run(...coincidences, "--accidentals", "slices", "laser.tags.zst");
    expect([status, stderr]).toEqual([2, expect.stringContaining("--accidentals")]);
  });

  it("has no clock where a channel is none, or where the input can be read only once", async () => {
    const none = await run(...coincidences, "--json", "--period", "ch3", "laser.tags.zst");
    expect([none.status, none.stderr]).toEqual([
      1,
      expect.stringMatching(/channel 3 is not a clock: .*: give the period as a time\n$/u),
    ]);
    expect(JSON.parse(none.stdout)).toMatchObject({ complete: false, error: { code: "no-clock" } });
    const bytes = readFileSync(join(folder, "laser.tags.zst"));
    const piped = await tagview([...coincidences, "--period", "ch7", "-"], bytes, folder);
    expect([piped.status, piped.stdout]).toEqual([2, ""]);
    expect(piped.stderr).toMatch(/read only once: give the period as a time, or name a file\n$/u);
  });

  it("has no partial result with a clock", async () => {
    for (const period of ["ch7", "ch7/100"]) {
      const { status, stdout, stderr } = await run(
        ...["partial", ...coincidences, "--period", period, "laser.tags.zst", "-o", "x.part"],
      );
      expect([status, stdout]).toEqual([2, ""]);
      expect(stderr).toMatch(/--period chN .*: give the period as a time\n$/u);
    }
  });
});
