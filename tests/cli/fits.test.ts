/** Commands with fits: their output for simulated light, and the values that they report as unknown. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { record, scratch, tagview } from "../support/command-line";

const folder = scratch();

const run = (...args: string[]) => tagview(args, "", folder);
async function good(...args: string[]): Promise<string> {
  const { status, stdout, stderr } = await tagview(args, "", folder);
  expect([status, stderr]).toEqual([0, ""]);
  return stdout;
}

const light = (lifetime: string, seconds: string, out: string, seed = "1") =>
  good(
    ...[
      "simulate",
      "-q",
      "-o",
      out,
      "--seed",
      seed,
      "--light",
      "emitter",
      "--light-rate",
      "1e5",
      "--lifetime",
      lifetime,
    ],
    ...["--pulse-rate", "5e6", "--pulse-width", "300ps", "--clock", "7", "--no-extra", "--duration", seconds],
    ...["--efficiency", "0.5", "--jitter", "100ps", "--dead-time", "0ns", "--afterpulsing", "0"],
  );

/** Whether a value is within 4 of its errors of the truth. */
const near = (value: number, error: number, truth: number) => Math.abs(value - truth) < 4 * error;

describe("lifetime", () => {
  beforeAll(() => light("4ns", "200ms", "decay.tags.zst"));

  it("finds the lifetime after the clock's pulses", async () => {
    const json = JSON.parse(
      await good("lifetime", "--json", "--sync", "7", "--channel", "3", "decay.tags.zst"),
    );
    expect(json).toMatchObject({
      sync: 7,
      channel: 3,
      period: 1280,
      period_s: 2e-7,
      divider: 1,
      bin: 1,
      decays: 1,
    });
    expect(json.counts).toHaveLength(1280);
    expect(near(json.lifetime, json.lifetime_error, 25.6)).toBe(true);
    expect(json.remarks).toEqual([
      { about: "period", code: "assumed", message: expect.any(String) },
      { about: "lifetime", code: "gaussian-response", message: expect.any(String) },
    ]);
    const text = await good("lifetime", "--sync", "7", "--channel", "3", "decay.tags.zst");
    expect(text).toMatch(/^decay\.tags\.zst {3}lifetime of channel 3 after channel 7: [34]\.\d+ ns ± \d+/);
    const rows = (await good("lifetime", "--tsv", "--sync", "7", "--channel", "3", "decay.tags.zst")).split(
      "\n",
    );
    expect(rows[0]).toBe("#time_s\tcounts\tfirst\texpected\ttick_s");
    expect(rows).toHaveLength(1282);
  });

  it("takes a period, a width and a measured response", async () => {
    await light("1ps", "600ms", "response.tags.zst");
    const args = ["lifetime", "--json", "--channel", "3", "--sync", "7", "--period", "200ns"];
    for (const response of [
      ["--response", "response.tags.zst"],
      ["--fwhm", "0.745ns"],
    ]) {
      const json = JSON.parse(await good(...args, ...response, "decay.tags.zst"));
      expect(near(json.lifetime, json.lifetime_error, 25.6)).toBe(true);
      expect(json.fits[0].response_fwhm_error).toBe(null);
      expect(json.remarks.map(({ code }: { code: string }) => code)).not.toContain("gaussian-response");
    }
    const folded = JSON.parse(
      await good("lifetime", "--json", "--channel", "3", "--period", "200ns", "decay.tags.zst"),
    );
    expect(folded).toMatchObject({ sync: null, divider: null, period: 1280 });
    expect(near(folded.lifetime, folded.lifetime_error, 25.6)).toBe(true);
  });

  it("fits as many decays as requested, whatever the counts", async () => {
    const args = ["lifetime", "--json", "--sync", "7", "--channel", "3"];
    for (const decays of [1, 2]) {
      const json = JSON.parse((await run(...args, "--decays", String(decays), "decay.tags.zst")).stdout);
      expect([json.decays, json.fits.length, json.fits[0].components.length]).toEqual([decays, 1, decays]);
    }
    await light("40ns", "200ms", "slow.tags.zst", "5");
    const merged = [
      "merge",
      "decay.tags.zst",
      "slow.tags.zst",
      "--channel",
      "3",
      "-q",
      "-o",
      "both.tags.zst",
    ];
    await good(...merged);
    const both = ["--channel", "3", "--period", "200ns", "both.tags.zst"];
    const one = JSON.parse((await run("lifetime", "--json", ...both)).stdout);
    expect(one).toMatchObject({ decays: 1, lifetime: null, error: { code: "no-fit" } });
    expect(one.remarks).toContainEqual(
      expect.objectContaining({ code: "fit-poor", message: expect.stringContaining("fit two") }),
    );
    const two = JSON.parse(await good("lifetime", "--json", "--decays", "2", ...both));
    const [fast, slow] = two.fits[0].components;
    expect(near(fast.lifetime, fast.lifetime_error, 25.6)).toBe(true);
    expect(near(slow.lifetime, slow.lifetime_error, 256)).toBe(true);
    for (const refused of ["0", "3", "two"]) {
      const ran = await tagview(["lifetime", ...both, "--decays", refused], "", folder);
      expect([ran.status, ran.stderr]).toEqual([2, expect.stringContaining("--decays")]);
    }
  });

  it("requests the period if the gaps of the clock are longer than the range", async () => {
    // Syncs of a T3 recording, of which only those before a photon are recorded.
    const tags = Array.from({ length: 200 }, (_, k): [number, bigint] => [k % 2, BigInt(k) * 5_000_000n]);
    await record(join(folder, "syncs.tags.zst"), tags);
    const { status, stderr } = await run("lifetime", "--sync", "0", "--channel", "1", "syncs.tags.zst");
    expect([status, stderr]).toEqual([
      1,
      expect.stringContaining(": give the period of the pulses with --period;"),
    ]);
  });

  it("reports no lifetime where no decay describes the counts", async () => {
    const tags: [number, bigint][] = [];
    for (let k = 0n; k < 4000n; k += 1n) {
      tags.push([7, k * 1000n]);
      // Two flat boxes, which are not decays.
      const later = (k * 7n) % 50n;
      tags.push([3, k * 1000n + (k % 2n === 0n ? 100n : 600n) + later]);
    }
    await record(join(folder, "boxes.tags.zst"), tags);
    const args = ["--sync", "7", "--channel", "3", "boxes.tags.zst"];
    const ran = await run("lifetime", "--json", ...args);
    const json = JSON.parse(ran.stdout);
    expect(ran.status).toBe(1);
    expect(json).toMatchObject({ lifetime: null, lifetime_error: null, lifetime_s: null, complete: true });
    expect(json.error).toMatchObject({ code: "no-fit", remedy: "add --response FILE or --decays 2" });
    for (const { components, start_error, counts_error, background_error } of json.fits) {
      expect([start_error, counts_error, background_error]).toEqual([null, null, null]);
      expect(components[0]).toMatchObject({ lifetime: expect.any(Number), lifetime_error: null });
    }
    expect(json.remarks).toContainEqual({
      about: "lifetime",
      code: "fit-poor",
      message: expect.stringMatching(/not describe the counts.*measured response/),
    });
    const { status, stdout: text, stderr } = await run("lifetime", ...args);
    expect(status).toBe(1);
    expect(text).toContain("lifetime of channel 3 after channel 7: no acceptable fit\n");
    expect(text).toMatch(/\nnearest: /);
    expect(text).not.toMatch(/ ± [\d.]+ (ticks|[pnu]s)/);
    expect(stderr).toMatch(
      /^tagview: boxes.tags.zst: no acceptable fit of one decay \(one decay does not describe the counts: .*\): add --response FILE or --decays 2$/m,
    );
    const two = await run("lifetime", "--decays", "2", ...args);
    expect([two.status, two.stderr]).toEqual([
      1,
      expect.stringMatching(
        /: no acceptable fit of two decays \(.*\): (add --response FILE|add a measured response with --response FILE)/,
      ),
    ]);
    await run("lifetime", "-q", "--plot", "boxes.svg", ...args);
    expect(readFileSync(join(folder, "boxes.svg"), "utf8")).toContain("no decay fits");
  }, 180_000);

  it("draws its chart", async () => {
    await good("lifetime", "-q", "--sync", "7", "--channel", "3", "--plot", "decay.svg", "decay.tags.zst");
    expect(readFileSync(join(folder, "decay.svg"), "utf8")).toMatch(/^<svg .*tv-lifetime.*tv-fit/s);
  });

  it("reports what can't be known, and what is asked wrongly", async () => {
    await record(join(folder, "few.tags.zst"), [
      [7, 0n],
      [3, 5n],
      [7, 100n],
      [7, 200n],
    ]);
    const few = JSON.parse(
      (await run("lifetime", "--json", "--sync", "7", "--channel", "3", "few.tags.zst")).stdout,
    );
    expect(few.error).toMatchObject({ code: "no-fit", remedy: "record more tags" });
    expect(few).toMatchObject({ period: 100, lifetime: null, lifetime_error: null, decays: null, fits: [] });
    expect(few.remarks.at(-1)).toMatchObject({ about: "lifetime", code: "too-few-counts" });
    for (const [status, word, args] of [
      [2, "--channel", ["--sync", "7"]],
      [2, "neither", ["--channel", "3"]],
      [2, "same", ["--channel", "3", "--sync", "3"]],
      [2, "--period", ["--channel", "3", "--period", "0ns"]],
      [1, "channel 9 of --sync", ["--channel", "3", "--sync", "9"]],
    ] as const) {
      const ran = await tagview(["lifetime", ...args, "few.tags.zst"], "", folder);
      expect(ran.status).toBe(status);
      expect(ran.stderr).toContain(word);
    }
  });
});

describe("stability", () => {
  it("finds steady light as steady as counts can be", async () => {
    await good(
      "simulate",
      "-q",
      "-o",
      "steady.tags.zst",
      "--pair-rate",
      "0",
      "--dark-rate",
      "1e5",
      "--dead-time",
      "0ns",
    );
    const { times, slices, channels, remarks } = JSON.parse(
      await good("stability", "--json", "--bin", "1ms", "steady.tags.zst"),
    );
    expect([times[0], times[1], remarks]).toEqual([6_400_000, 12_800_000, []]);
    expect(slices[0]).toBeGreaterThan(1990);
    const [{ allan_deviation, allan_deviation_error, poisson_deviation, fano, mandel_q }] = channels;
    expect(near(allan_deviation[0], allan_deviation_error[0], poisson_deviation[0])).toBe(true);
    expect(mandel_q[0]).toBeCloseTo(fano[0] - 1, 12);
    expect(await good("stability", "steady.tags.zst")).toContain("Allan deviation");
    const rows = (await good("stability", "--tsv", "--bin", "1ms", "steady.tags.zst")).split("\n");
    expect(rows[0]).toMatch(/^#channel\ttime_s\tslices\tallan_deviation/);
    await good("stability", "-q", "--plot", "steady.svg", "steady.tags.zst");
    expect(readFileSync(join(folder, "steady.svg"), "utf8")).toMatch(/^<svg .*tv-stability/s);
  });

  it("reports that a recording is too short", async () => {
    const { times, remarks } = JSON.parse(await good("stability", "--json", "--bin", "50", "few.tags.zst"));
    expect([times, remarks[0].code]).toEqual([[], "range-too-short"]);
  });
});

/** A scan of 21 steps, each begun by a tag of channel 9: pairs of 3 and 15 that grow rarer around the eleventh. */
async function scan(name: string): Promise<number[]> {
  const tags: [number, bigint][] = [];
  const counts: number[] = [];
  for (let step = 0; step < 21; step += 1) {
    const begin = BigInt(step) * 1_000_000n;
    tags.push([9, begin]);
    const pairs = Math.round(100 * (1 - 0.9 * Math.exp(-((step - 10) ** 2) / 8)));
    counts.push(pairs);
    for (let k = 0; k < 200; k += 1) {
      const time = begin + 1000n + BigInt(k) * 4000n;
      tags.push([3, time]);
      // Photons without a partner come too late.
      tags.push([15, time + (k < pairs ? 2n : 900n)]);
    }
  }
  await record(join(folder, name), tags);
  return counts;
}

describe("coincidences --by and hom", () => {
  let counts: number[];
  beforeAll(async () => {
    counts = await scan("scan.tags.zst");
  });

  it("count from marker to marker, and by slices of time", async () => {
    const args = ["coincidences", "--json", "--pattern", "3,15", "--window", "5"];
    const marked = JSON.parse(await good(...args, "--by", "9", "scan.tags.zst"));
    expect(
      marked.slices.map(({ patterns }: { patterns: { counts: number }[] }) => patterns[0]?.counts),
    ).toEqual(counts);
    expect(marked.slices[1]).toMatchObject({ from: 1_000_000, to: 1_999_999 });
    // 1,000,000 ticks; the last tag is before the end of the last slice.
    const timed = JSON.parse(await good(...args, "--by", "156.25us", "-q", "scan.tags.zst"));
    expect(
      timed.slices.map(({ patterns }: { patterns: { counts: number }[] }) => patterns[0]?.counts),
    ).toEqual(counts);
    expect(timed.slices.at(-1)).toMatchObject({ from: 20_000_000, to: 20_000_000 + 797_900 });
    const [file] = JSON.parse(await good(...args, "--by", "file", "scan.tags.zst")).slices;
    expect(file.patterns[0].counts).toBe(counts.reduce((sum, n) => sum + n, 0));
    const rows = await good(
      "coincidences",
      "--tsv",
      "--pattern",
      "3,15",
      "--window",
      "5",
      "--by",
      "9",
      "scan.tags.zst",
    );
    const seconds = "0.00015625\t0.00031249984375\t1.5625e-10";
    expect(rows.split("\n")[2]).toBe(
      `scan.tags.zst\t1000000\t1999999\t3,15\t${counts[1]}\t200,200\t${seconds}`,
    );
  });

  it("fit the dip's visibility", async () => {
    const args = [
      "--a",
      "3",
      "--b",
      "15",
      "--window",
      "5",
      "--by",
      "9",
      "--positions",
      "-10..10",
      "scan.tags.zst",
    ];
    const json = JSON.parse(await good("hom", "--json", ...args));
    expect(json).toMatchObject({
      a: 3,
      b: 15,
      by: "9",
      shape: "dip",
      period: null,
      remarks: [],
      error: null,
    });
    expect(json.rows[10]).toMatchObject({
      position: 0,
      counts: counts[10],
      tags_a: 200,
      tags_b: 200,
      exposure: 200,
    });
    expect(json.visibility).toBeCloseTo(0.9, 1);
    expect(near(json.visibility, json.visibility_error, 0.9)).toBe(true);
    expect(near(json.centre, json.centre_error, 0)).toBe(true);
    expect(near(json.fwhm, json.fwhm_error, 2.3548 * 2)).toBe(true);
    expect(await good("hom", ...args)).toMatch(/^visibility of the dip of 3 and 15: 0\.[89]\d* ± 0\.0/);
    expect((await good("hom", "--tsv", ...args)).split("\n")[0]).toMatch(
      /^#file\tfrom\tto\tposition\tcounts/,
    );
  });

  it("have a row for each position of a scan that was recorded for as many slices of time", async () => {
    // 41 positions, 0 to 20, of 1,000,000 ticks each: a fringe of period 8.
    const tags: [number, bigint][] = [];
    for (let step = 0; step < 41; step += 1) {
      const pairs = Math.round(200 * (1 + 0.8 * Math.cos((2 * Math.PI * step) / 16)));
      for (let k = 0; k < 400; k += 1) {
        const time = BigInt(step) * 1_000_000n + 1000n + BigInt(k) * 2400n;
        tags.push([3, time], [15, time + (k < pairs ? 2n : 900n)]);
      }
    }
    tags.sort(([, one], [, other]) => Number(one - other));
    await record(join(folder, "fringe.tags.zst"), tags);
    const args = ["hom", "--a", "3", "--b", "15", "--window", "5", "--shape", "fringe", "--by", "156.25us"];
    for (const at of ["0..20", "0..20/0.5"]) {
      const json = JSON.parse(await good(...args, "--json", "--positions", at, "fringe.tags.zst"));
      expect(json.rows).toHaveLength(41);
      expect([json.rows[1].position, json.rows[40].position]).toEqual([0.5, 20]);
      expect(json.period).toBeCloseTo(8, 1);
      expect(near(json.period, json.period_error, 8)).toBe(true);
    }
    const ran = await tagview([...args, "--positions", "0..20/0.25", "fringe.tags.zst"], "", folder);
    expect([ran.status, ran.stderr]).toEqual([2, expect.stringContaining("81 positions for 41 rows")]);
  });

  it("keep the positions of files behind one without tags", async () => {
    const files = Array.from({ length: 21 }, (_, k) => `scan-${String(k).padStart(2, "0")}.tags.zst`);
    for (const [k, file] of files.entries()) {
      const range = ["--from", String(1_000_000 * k), "--to", String(1_000_000 * k + 999_999)];
      const command = k === 3 ? ["pack", "-"] : ["slice", ...range, "scan.tags.zst"];
      await good(...command, "-q", "-o", file);
    }
    const args = ["--a", "3", "--b", "15", "--window", "5", "--positions", "-10..10", ...files];
    const { rows, centre, centre_error } = JSON.parse(await good("hom", "--json", ...args));
    expect(rows.map(({ position }: { position: number }) => position)).toEqual(files.map((_, k) => k - 10));
    expect(rows[3]).toMatchObject({ counts: 0, exposure: 0, expected: 0 });
    expect(near(centre, centre_error, 0)).toBe(true);
    expect(rows[10].expected).toBeLessThan(0.5 * rows[0].expected);
  });

  it("say what can't be fitted, and what is asked wrongly", async () => {
    const pair = ["--a", "3", "--b", "15", "--window", "5"];
    const json = JSON.parse(await good("hom", "--json", ...pair, "scan.tags.zst"));
    expect(json).toMatchObject({ visibility: null, visibility_error: null, by: "file" });
    expect(json.remarks[0]).toMatchObject({ about: "visibility", code: "no-fit" });
    for (const [word, more] of [
      ["--positions", ["--by", "9", "--positions", "1,2,3"]],
      ["Write a step above 0", ["--by", "9", "--positions", "0..20/0.3"]],
      ["Write a step above 0", ["--by", "9", "--positions", "0..20/0"]],
      ["--by", ["--by", "0ms"]],
      ["too many", ["--by", "1ns"]],
    ] as const) {
      const ran = await tagview(["hom", ...pair, ...more, "scan.tags.zst"], "", folder);
      expect(ran.status).toBe(2);
      expect(ran.stderr).toContain(word);
    }
  });
});
