/** `--sum`: recordings whose clocks restart, added as independent runs. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { record, scratch, tagview, write } from "../support/command-line";
import { exceptFit } from "../support/except-fit";

const folder = scratch();
const here = (...args: string[]) => tagview(args, "", folder);
// biome-ignore lint/suspicious/noExplicitAny: the shapes are those of `tagview schema`
type Answer = any;

async function lines(...args: string[]): Promise<Answer[]> {
  const ran = await here(...args, "--json", "--quiet");
  expect(exceptFit(ran), args.join(" ")).toEqual([0, ""]);
  return ran.stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
}

async function json(...args: string[]): Promise<Answer> {
  const answers = await lines(...args);
  expect(answers, args.join(" ")).toHaveLength(1);
  return answers[0];
}

const RUNS = Array.from({ length: 10 }, (_, k) => `run${k}.tags.zst`);
const SOME = RUNS.slice(0, 4);
const LIGHT = ["--frame-tags", "5000", "--quiet", "--force"];

beforeAll(async () => {
  for (const [k, name] of RUNS.entries())
    await here("simulate", ...LIGHT, "--seed", `${k + 1}`, "--duration", "1s", "-o", name);
  await here("simulate", ...LIGHT, "--seed", "99", "--duration", "10s", "-o", "long.tags.zst");
}, 120_000);

const COUNTING: [string, ...string[]][] = [
  ["g2", "--a", "3", "--b", "15", "--range", "-1us..1us", "--bin", "100ns"],
  ["g2", "--a", "3", "--b", "15", "--range", "0..100ms", "--bin", "10ms"],
  ["coincidences", "--window", "5ns"],
  ["delay", "--a", "3", "--b", "15"],
  ["heralded", "--herald", "3", "--a", "15", "--b", "16", "--window", "5ns"],
  // A fit to 512 bins of a tick takes three times as long.
  ["lifetime", "--period", "80ns", "--bin", "1250ps", "--channel", "15"],
  ["rate", "--bin", "100ms"],
];

/** All numbers under a key, in the order of the object. Fits have their own counts, which are not sums. */
function under(value: Answer, key: string): number[] {
  if (Array.isArray(value)) return value.flatMap((one) => under(one, key));
  if (value === null || typeof value !== "object") return [];
  return Object.entries(value).flatMap(([name, one]) =>
    name === "fits" ? [] : name === key ? [one].flat().map((n) => Number(n)) : under(one, key),
  );
}

describe.each(COUNTING)("%s %s %s %s %s", (...command) => {
  it("has the sums of the counts of each run, in one step and from partial results", async () => {
    const alone = await lines(...command, ...SOME);
    expect(alone.map(({ file }) => file)).toEqual(SOME);
    const sum = await json(...command, "--sum", ...SOME);
    expect(sum).toMatchObject({ file: "run0.tags.zst to run3.tags.zst", runs: 4, complete: true });
    for (const key of ["counts", "tags_a", "tags_b", "tags_herald", "herald_a_b", "span"]) {
      const of = alone.map((one) => under(one, key));
      const sums = (of[0] ?? []).map((_, k) => of.reduce((all, one) => all + (one[k] ?? 0), 0));
      expect(under(sum, key), key).toEqual(sums);
    }
    const parts = SOME.map((name) => `${name}.part`);
    for (const name of SOME) {
      const made = await here("partial", ...command, name, "-o", `${name}.part`, "--force", "--quiet");
      expect([made.status, made.stderr]).toEqual([0, ""]);
    }
    expect(await json("combine", "--sum", ...parts)).toEqual(sum);
    await here("combine", "--sum", ...parts.slice(0, 2), "-o", "some.part", "--force");
    const steps = await json("combine", "--sum", "some.part", ...parts.slice(2));
    expect(under(steps, "counts")).toEqual(under(sum, "counts"));
    expect(steps.runs).toBe(4);
  }, 120_000);
});

describe("ten runs of a second are as good as one of ten", () => {
  it("by g2", async () => {
    const g2 = COUNTING[0] as [string, ...string[]];
    const [sum, long] = [await json(...g2, "--sum", ...RUNS), await json(...g2, "long.tags.zst")];
    let squares = 0;
    for (let k = 0; k < sum.g2.length; k += 1) {
      const error = Math.hypot(sum.g2_error[k], long.g2_error[k]);
      squares += ((sum.g2[k] - long.g2[k]) / error) ** 2;
      expect(sum.g2_error[k] / long.g2_error[k]).toBeCloseTo(1, 0);
    }
    const bins = sum.g2.length;
    expect(Math.abs(squares - bins)).toBeLessThan(4 * Math.sqrt(2 * bins));
    expect(sum.hints.map(({ code }: Answer) => code)).toEqual(long.hints.map(({ code }: Answer) => code));
  }, 60_000);

  it("by g2 at delays of a tenth of a run, where many tags have no partner", async () => {
    const sum = await json(...(COUNTING[1] as [string, ...string[]]), "--sum", ...RUNS);
    // Without the tags near the ends of each run, the last bin would be at 0.91.
    for (const g2 of sum.g2.slice(1)) expect(Math.abs(g2 - 1)).toBeLessThan(0.01);
  }, 60_000);

  it.each(["measured", "rates"])(
    "by accidentals and CAR, with accidentals that are %s",
    async (from) => {
      const command = ["coincidences", "--pattern", "3,15", "--window", "5ns", "--accidentals", from];
      const of = (answer: Answer) => answer.patterns[0];
      const [sum, long] = [
        of(await json(...command, "--sum", ...RUNS)),
        of(await json(...command, "long.tags.zst")),
      ];
      for (const key of ["accidentals", "accidentals_measured", "accidentals_rates", "car"]) {
        const error = Math.hypot(sum[`${key}_error`], long[`${key}_error`]);
        expect(Math.abs(sum[key] - long[key]), `${key} ${sum[key]} ${long[key]} ${error}`).toBeLessThan(
          4 * error,
        );
        expect(Math.abs(Math.log(sum[`${key}_error`] / long[`${key}_error`])), key).toBeLessThan(0.5);
      }
    },
    60_000,
  );
});

it("a damaged run counts up to the damage, and is named", async () => {
  write(folder, "cut.tags.zst", readFileSync(join(folder, "run1.tags.zst")).subarray(0, 100_000));
  const { status, stdout, stderr } = await here(
    "g2",
    "--a",
    "3",
    "--b",
    "15",
    "--sum",
    "--json",
    "run0.tags.zst",
    "cut.tags.zst",
  );
  expect([status, JSON.parse(stdout).complete]).toEqual([1, false]);
  expect(stderr).toContain("cut.tags.zst: ");
}, 60_000);

it("reports analyses that can't be added", async () => {
  await record(join(folder, "near.tags.zst"), [
    [3, 5n],
    [15, 9n],
    [3, 20n],
  ]);
  const pair = ["--a", "3", "--b", "15"];
  for (const [args, sentence] of [
    [["g2", ...pair, "--log", "3", "--sum"], /logarithmic bins can't be added over independent runs/u],
    [["g2", ...pair, "--blocks", "4", "--sum"], /leave out --blocks or --sum/u],
    [["coincidences", "--window", "5", "--by", "1s", "--sum"], /leave out --sum or --by/u],
    [["g2", ...pair, "--period", "ch3", "--sum"], /give the period as a time|names a clock/u],
    [["gaps", "--sum"], /unknown option '--sum'/u],
    [["partial", "g2", ...pair, "--sum", "-o", "x.part"], /give --sum to combine/u],
  ] as const) {
    const answered = await here(...args, "near.tags.zst");
    expect([answered.status, answered.stdout], args.join(" ")).toEqual([2, ""]);
    expect(answered.stderr).toMatch(sentence);
  }
  const missing = await here("g2", "--a", "3", "--b", "77", "--sum", "near.tags.zst", "near.tags.zst");
  expect([missing.status, missing.stderr]).toEqual([
    1,
    expect.stringContaining("channel 77 of --b has no tags here"),
  ]);
}, 60_000);

it("recordings whose clocks restart are refused with the advice", async () => {
  for (const name of RUNS.slice(0, 2))
    await here("partial", "delay", "--a", "3", "--b", "15", name, "-o", `${name}.delay`);
  const { status, stderr } = await here("combine", ...RUNS.slice(0, 2).map((name) => `${name}.delay`));
  expect([status, stderr]).toEqual([1, expect.stringMatching(/independent runs: .*--sum/u)]);
}, 60_000);
