/** `g2 --blocks`: errors from blocks of a recording, against the scatter between recordings with other seeds. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { record, scratch, tagview } from "../support/command-line";
import { inOrder, randomOf } from "../support/light";

const folder = scratch();
const g2 = (...args: string[]) => tagview(["g2", "--a", "3", "--b", "15", ...args], "", folder);

interface Correlation {
  counts: number[];
  g2: (number | null)[];
  g2_error: (number | null)[];
  g2_low: (number | null)[];
  g2_high: (number | null)[];
  errors_from: string;
  blocks: number | null;
  span: number;
  delay: number[];
  remarks: { about: string; code: string }[];
  fit: { parameters: { name: string; value: number; error: number | null }[] } | null;
}

async function good(...args: string[]): Promise<Correlation[]> {
  const { status, stdout, stderr } = await g2("--json", ...args);
  expect([status, stderr]).toEqual([0, ""]);
  return stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
}

async function one(...args: string[]): Promise<Correlation> {
  const [first] = await good(...args);
  if (first === undefined) throw new Error("There is no answer.");
  return first;
}

const STEADY = Array.from({ length: 20 }, (_, k) => `steady-${k}.tags.zst`);
const BLINKING = Array.from({ length: 16 }, (_, k) => `blinking-${k}.tags.zst`);

/** Ticks in a second, as in the default tick. */
const SECOND = 6.4e9;
/** A blinking emitter: tags per second of a detector while it is lit, and its mean time in either state. */
const [LIT_HZ, DWELL_S, LENGTH_S] = [20_000, 0.003, 2];

/** Light that is on and off for exponential times, seen by two detectors. */
function blinking(seed: number) {
  const { exponential, times } = randomOf(seed);
  const tags: [number, number][] = [];
  for (let time = 0, isLit = seed % 2 === 0; time < LENGTH_S; isLit = !isLit) {
    const end = Math.min(LENGTH_S, time + DWELL_S * exponential());
    if (isLit)
      for (const channel of [3, 15])
        for (const seen of times(LIT_HZ, time, end)) tags.push([channel, SECOND * seen]);
    time = end;
  }
  return inOrder(tags);
}

beforeAll(async () => {
  const perfect = ["--jitter", "0ns", "--dead-time", "0ns", "--afterpulsing", "0", "--dark-rate", "0"];
  const light = ["--light", "coherent", "--light-rate", "1e5", "--duration", "1s", "--no-extra", "-q"];
  for (const [k, name] of STEADY.entries()) {
    const seed = ["--seed", String(k + 1), "-o", name];
    expect(await tagview(["simulate", ...light, ...perfect, ...seed], "", folder)).toMatchObject({
      status: 0,
    });
  }
  for (const [k, name] of BLINKING.entries()) await record(join(folder, name), blinking(k + 1));
}, 120_000);

/** Share of values within one error of `truth`, and the number of errors. */
function coverage(answers: Correlation[], truth: number) {
  const pulls = answers.flatMap(({ g2, g2_error }) =>
    g2.flatMap((value, k) => {
      const error = g2_error[k] ?? null;
      return value === null || error === null ? [] : [(value - truth) / error];
    }),
  );
  return { errors: pulls.length, share: pulls.filter((pull) => Math.abs(pull) <= 1).length / pulls.length };
}

describe("steady light", () => {
  it.each([
    ["linear", ["--range=-1ms..1ms", "--bin", "50us"], 800],
    ["logarithmic", ["--log", "8", "--range", "0..1ms"], 400],
  ])(
    "lies within one error in 68 %% of %s bins",
    async (_, bins, least) => {
      const answers = await good(...bins, "--blocks", "20", ...STEADY);
      expect(answers).toHaveLength(STEADY.length);
      for (const answer of answers) expect(answer).toMatchObject({ errors_from: "blocks", blocks: 20 });
      const { errors, share } = coverage(answers, 1);
      expect(errors).toBeGreaterThan(least);
      expect(share).toBeGreaterThan(0.6);
      expect(share).toBeLessThan(0.76);
    },
    60_000,
  );

  it("keeps the values of the whole recording, and Poisson's errors without --blocks", async () => {
    const bins = ["--range=-1ms..1ms", "--bin", "50us"];
    const [blocks, poisson] = [
      await one(...bins, "--blocks", "20", STEADY[0] ?? ""),
      await one(...bins, STEADY[0] ?? ""),
    ];
    expect(blocks.g2).toEqual(poisson.g2);
    expect(blocks.counts).toEqual(poisson.counts);
    expect(poisson).toMatchObject({ errors_from: "poisson", blocks: null });
    blocks.g2_error.forEach((error, k) => {
      expect(error).not.toBe(poisson.g2_error[k]);
      expect((error ?? 0) / (poisson.g2_error[k] ?? 0)).toBeGreaterThan(0.4);
      expect((error ?? 0) / (poisson.g2_error[k] ?? 0)).toBeLessThan(2);
      expect((blocks.g2_high[k] ?? 0) - (blocks.g2_low[k] ?? 0)).toBeCloseTo(2 * (error ?? 0), 12);
    });
  });
});

describe("blinking light", () => {
  it("scatters as its blocks do, and far more than Poisson's counts", async () => {
    const bins = ["--range", "10ms..30ms", "--bin", "1ms"];
    const [blocks, poisson] = [
      await good(...bins, "--blocks", "16", ...BLINKING),
      await good(...bins, ...BLINKING),
    ];
    /** Root mean square of the distances from the mean of all recordings, in errors of one. */
    const scatter = (answers: Correlation[]): number => {
      const squares = (answers[0]?.g2 ?? []).flatMap((_, k) => {
        const values = answers.map(({ g2 }) => g2[k] ?? Number.NaN);
        const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
        return answers.map(
          ({ g2_error }, n) => ((values[n] ?? Number.NaN) - mean) ** 2 / (g2_error[k] ?? 0) ** 2,
        );
      });
      return Math.sqrt(squares.reduce((sum, square) => sum + square, 0) / squares.length);
    };
    expect(scatter(poisson)).toBeGreaterThan(10);
    expect(scatter(blocks)).toBeGreaterThan(0.65);
    expect(scatter(blocks)).toBeLessThan(1.2);
    expect(coverage(blocks, 1).share).toBeGreaterThan(0.6);
    expect(coverage(poisson, 1).share).toBeLessThan(0.2);
  }, 60_000);

  it("has a fit whose errors are as large as it scatters", async () => {
    // Light that is on half of the time has a g2 of 2 at 0, which falls to 1 in half of the mean time of either state.
    const question = ["--log", "8", "--range", "50us..30ms", "--fit", "exponential", "--blocks", "10"];
    const answers = await good(...question, ...BLINKING);
    for (const [name, truth] of [
      ["height", 1],
      ["tau", (DWELL_S / 2) * SECOND],
    ] as const) {
      const found = answers.map(({ fit }) => fit?.parameters.find((one) => one.name === name));
      const errors = found.map((one) => one?.error ?? Number.NaN);
      const mean = found.reduce((sum, one) => sum + (one?.value ?? Number.NaN), 0) / found.length;
      const scatter = Math.sqrt(
        found.reduce((sum, one) => sum + ((one?.value ?? 0) - mean) ** 2, 0) / (found.length - 1),
      );
      const error = Math.sqrt(errors.reduce((sum, one) => sum + one ** 2, 0) / errors.length);
      expect(Math.abs(mean - truth)).toBeLessThan((4 * scatter) / Math.sqrt(found.length));
      // Fits to a tenth of the light scatter more than their share.
      expect(scatter / error).toBeGreaterThan(0.3);
      expect(scatter / error).toBeLessThan(1.6);
    }
    const text = (await g2(...question, BLINKING[0] ?? "")).stdout;
    expect(text).toMatch(/^ {2}tau +\d\.\d+ ms ± \d\.\d+ ms$/m);
    expect(text).not.toContain("(expected");
  }, 60_000);

  it("has errors in logarithmic bins", async () => {
    const answer = await one("--log", "5", "--range", "0..10ms", "--blocks", "16", BLINKING[0] ?? "");
    const known = answer.g2_error.filter((error) => error !== null);
    expect(known.length).toBeGreaterThan(10);
    expect(answer.remarks.map(({ code }) => code)).not.toContain("errors-not-known");
    const { remarks, g2_error } = await one("--log", "5", "--range", "0..10ms", BLINKING[0] ?? "");
    expect(g2_error.every((error) => error === null)).toBe(true);
    expect(remarks.map(({ code }) => code)).toContain("errors-not-known");
  });
});

describe("no error", () => {
  it("is known of delays over a quarter of a block", async () => {
    const {
      delay,
      g2: values,
      g2_error,
      g2_low,
      span,
      remarks,
    } = await one(...["--range=-40ms..40ms", "--bin", "1ms", "--blocks", "16", BLINKING[0] ?? ""]);
    const quarter = span / 16 / 4;
    delay.forEach((low, k) => {
      const longest = Math.max(Math.abs(low), Math.abs(low + 0.001 * SECOND - 1));
      expect(values[k]).not.toBeNull();
      expect([low, g2_error[k] === null, g2_low[k] === null]).toEqual([
        low,
        longest > quarter,
        longest > quarter,
      ]);
    });
    expect(remarks).toMatchObject([{ about: "g2_error", code: "blocks-too-short" }]);
    expect(
      (await g2("--range", "-40ms..40ms", "--bin", "1ms", "--blocks", "16", BLINKING[0] ?? "")).stdout,
    ).toMatch(
      /g2 1\.\d+ ± 0\.\d+\nerrors of g2 from 16 blocks of (124\.\d|125\.0) ms\nnote: delays longer than a quarter/,
    );
  });

  it("is known of bins with few pairs", async () => {
    const { counts, g2_error, remarks } = await one(
      ...["--range", "0..2us", "--bin", "50ns", "--blocks", "4", BLINKING[0] ?? ""],
    );
    expect(Math.max(...counts)).toBeGreaterThan(20);
    expect(g2_error.map((error) => error === null)).toEqual(counts.map((n) => n < 20));
    expect(remarks).toMatchObject([{ about: "g2_error", code: "few-pairs-in-blocks" }]);
  });

  it("is known where a block lacks a channel", async () => {
    const all = blinking(1);
    await record(
      join(folder, "half.tags.zst"),
      all.filter(([channel, time]) => channel === 3 || time < SECOND),
    );
    const { g2, g2_error, remarks } = await one(
      "--range",
      "0..1ms",
      "--bin",
      "500us",
      "--blocks",
      "8",
      "half.tags.zst",
    );
    expect(g2.every((value) => value !== null)).toBe(true);
    expect(g2_error.every((error) => error === null)).toBe(true);
    expect(remarks).toMatchObject([{ about: "g2_error", code: "block-without-tags" }]);
  });

  it("is known of a recording with fewer ticks than blocks", async () => {
    await record(join(folder, "short.tags.zst"), [
      [3, 0n],
      [15, 1n],
      [3, 2n],
      [15, 3n],
    ]);
    const answer = await one("--range", "0..3", "--bin", "1", "--blocks", "200", "short.tags.zst");
    expect(answer.g2_error.every((error) => error === null)).toBe(true);
    expect(answer.remarks.map(({ code }) => code)).toContain("blocks-too-short");
  });
});

it("counts blocks in the selected range of time", async () => {
  const bins = ["--range", "2ms..20ms", "--bin", "3ms", "--blocks", "8"];
  const selected = await one(...bins, "--from", "500ms", "--to", "1500ms", BLINKING[0] ?? "");
  const slice = ["slice", BLINKING[0] ?? "", "--from", "500ms", "--to", "1500ms", "-o", "part.tags.zst"];
  expect((await tagview(slice, "", folder)).status).toBe(0);
  const part = await one(...bins, "part.tags.zst");
  // Blocks of the slice begin at its first tag.
  selected.g2_error.forEach((error, k) => {
    expect((error ?? 0) / (part.g2_error[k] ?? 1)).toBeGreaterThan(0.9);
    expect((error ?? 0) / (part.g2_error[k] ?? 1)).toBeLessThan(1.1);
  });
});

it("draws the errors of blocks, and none where they are not known", async () => {
  /** Height in pixels of the tallest error bar. */
  const height = async (name: string, ...args: string[]): Promise<number> => {
    expect((await g2("--plot", name, ...args, BLINKING[0] ?? "")).status).toBe(0);
    const [, path = ""] =
      /<path d="([^"]*)"[^>]* class="tv-band tv-errors/.exec(readFileSync(join(folder, name), "utf8")) ?? [];
    const boxes = [...path.matchAll(/M[\d.]+,([\d.]+)H[\d.]+V([\d.]+)H/g)];
    return Math.max(0, ...boxes.map(([, top, bottom]) => Math.abs(Number(bottom) - Number(top))));
  };
  const log = ["--log", "5", "--range", "0..10ms"];
  expect(await height("log.svg", ...log)).toBe(0);
  expect(await height("log-blocks.svg", ...log, "--blocks", "16")).toBeGreaterThan(1);
  const linear = ["--range", "10ms..30ms", "--bin", "1ms"];
  const [blocks, poisson] = [
    await height("blocks.svg", ...linear, "--blocks", "16"),
    await height("poisson.svg", ...linear),
  ];
  expect(poisson).toBeGreaterThan(0);
  expect(blocks).toBeGreaterThan(5 * poisson);
  const far = ["--range", "100ms..120ms", "--bin", "1ms"];
  expect(await height("far.svg", ...far)).toBeGreaterThan(0);
  expect(await height("none.svg", ...far, "--blocks", "16")).toBe(0);
});

it("refuses what blocks can't be made of", async () => {
  const piped = await tagview(
    ["g2", "--a", "3", "--b", "15", "--blocks", "8", "-"],
    readFileSync(join(folder, "half.tags.zst")),
    folder,
  );
  expect(piped).toMatchObject({ status: 2 });
  expect(piped.stderr).toBe("tagview: -: --blocks reads its input twice: name a file instead of a pipe\n");
  const partial = [
    "partial",
    "g2",
    "--a",
    "3",
    "--b",
    "15",
    "--blocks",
    "8",
    "half.tags.zst",
    "-o",
    "x.part",
  ];
  expect((await tagview(partial, "", folder)).stderr).toBe(
    "tagview: blocks of a recording can't be joined: leave out --blocks\n",
  );
  for (const n of ["3", "257", "4.5"]) expect((await g2("--blocks", n, "half.tags.zst")).status).toBe(2);
});
