/** The bounds of docs/limits.md, and the message that is printed at each bound. */

import { readFileSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { memoryOf, scratch, tagview, write } from "../support/command-line";

const folder = scratch();
const LIMITS = readFileSync(new URL("../../docs/limits.md", import.meta.url), "utf8");
const pack = async (name: string, text: string): Promise<void> => {
  write(folder, `${name}.tsv`, text);
  const { stderr } = await tagview(["pack", `${name}.tsv`, "-o", name], "", folder);
  if (stderr !== "") throw new Error(stderr);
};

beforeAll(async () => {
  await pack("two", "1\t0\n2\t1000000000000\n");
  write(folder, "more.tsv", Array.from({ length: 65_537 }, (_, k) => `${k}\t${k}\n`).join(""));
  await pack("crowd", "1\t5\n2\t5\n".repeat(20_000));
  write(folder, "window", new Uint8Array([0x28, 0xb5, 0x2f, 0xfd, 0, 0x90, ...Array(20).fill(0)]));
  write(folder, "line", `1\t5\n${"1".repeat(300)}\t6\n`);
  write(folder, "list", `channel,name\n${"#".repeat(1 << 20)}`);
  write(folder, "long", "");
  truncateSync(join(folder, "long"), 65 << 20);
}, 60_000);

const g2 = ["g2", "--a", "1", "--b", "2"];
const define = Array.from({ length: 65 }, (_, k) => ["--define", `${k + 100}=1+2`]).flat();

/** The bounds in docs/limits.md: a command that exceeds the bound, its exit status and its message. */
const BOUNDS: [string, string[], number, string][] = [
  [
    "window of a zstd frame",
    ["stats", "window"],
    1,
    "this zstd frame needs a window of more than 128 MiB (at byte 0): compress the file again with a shorter window",
  ],
  ["channels", ["pack", "more.tsv", "-o", "out"], 1, "there are more than 65536 different channels"],
  [
    "linear bins of a histogram",
    [...g2, "--range", "0..10000000", "--bin", "1", "two"],
    2,
    "needs more than 10000000 bins: use --bin 2 or wider, or a shorter range",
  ],
  [
    "logarithmic bins per decade",
    ["gaps", "--log", "101", "two"],
    2,
    "--log is not a valid number of bins per decade: choose from 1 to 100",
  ],
  ["counts of a histogram", ["rate", "--bin", "1", "two"], 1, "more than 16777216"],
  ["slices of `stability --bin`", ["stability", "--bin", "1", "two"], 1, "are more than 4194304 in all"],
  [
    "delays and ranges",
    [...g2, "--range", "0..2000000000000000000", "two"],
    2,
    "delays beyond 1152921504606846976 ticks can't be counted: use a shorter --range",
  ],
  [
    "window of coincidences",
    ["coincidences", "--window", "300000000000000", "two"],
    2,
    "--window is too long: choose at most 281474976710656 ticks",
  ],
  [
    "channels of a pattern",
    ["coincidences", "--pattern", Array.from({ length: 17 }, (_, k) => k).join(","), "--window", "5", "two"],
    2,
    "a pattern has too few or too many channels: list 2 to 16 in each",
  ],
  [
    "definitions",
    [...g2, ...define, "two"],
    2,
    "there are 65 definitions of virtual channels: give at most 64",
  ],
  [
    "characters of a definition",
    ["stats", "--define", `101=${Array(300).fill(1).join("+")}`, "two"],
    2,
    "a definition has more than 500 characters",
  ],
  [
    "list of channels",
    ["stats", "--channels", "list", "two"],
    2,
    "list is too long for a list of channels: choose another file",
  ],
  [
    "recordings merged at once",
    ["merge", ...Array(101).fill("two"), "-o", "out"],
    2,
    "101 recordings can't be merged: name 1 to 100, and merge the results if there are more",
  ],
  [
    "line of text",
    ["pack", "line", "-o", "out"],
    1,
    "has more than 256 bytes (at byte 4): correct it to channel<TAB>time, or remove it",
  ],
  [
    "tags of a frame",
    ["pack", "two.tsv", "-o", "out", "--frame-tags", "67108865"],
    2,
    "Write a whole number from 1 to 67108864.",
  ],
  [
    "simulated time",
    ["simulate", "--duration", "200000s", "-o", "out"],
    2,
    "choose from 0 to 1125899906842624",
  ],
  [
    "name of an output",
    ["pack", "two.tsv", "-o", "n".repeat(256)],
    2,
    "can't be written (ENAMETOOLONG): choose a shorter name",
  ],
];

describe("a bound", () => {
  it.each(BOUNDS)(
    "on the %s is reported in bounded memory, and stands in docs/limits.md",
    async (what, args, status, sentence) => {
      const ran = await memoryOf(args, folder);
      expect([ran.status, ran.stderr]).toEqual([status, expect.stringContaining(sentence)]);
      expect(ran.memory).toBeLessThan(200e6);
      expect(LIMITS).toContain(`| ${what} |`);
    },
  );
});

it("as many channels as there may be are counted, each by itself", async () => {
  // Each has two tags, the second one tick further from the first than that of the channel before.
  const tags = Array.from({ length: 65_536 }, (_, k) => `${k}\t${k}\n`);
  await pack("most", [...tags, ...tags.map((_, k) => `${k}\t${70_000 + 2 * k}\n`)].join(""));
  const { status, stdout, stderr } = await tagview(["stats", "--json", "most"], "", folder);
  expect([status, stderr]).toEqual([0, ""]);
  const { channels, complete, tags: all } = JSON.parse(stdout);
  expect([complete, all, channels.length]).toEqual([true, 131_072, 65_536]);
  for (const k of [0, 1, 40_000, 65_535])
    expect(channels[k]).toMatchObject({ channel: k, tags: 2, first: k, min_gap: 70_000 + k });
  const printed = await memoryOf(["stats", "most"], folder);
  expect(printed).toMatchObject({
    status: 0,
    stdout: expect.stringContaining("... and 64,536 more channels: "),
  });
  // It is 242 MB.
  expect(printed.memory).toBeLessThan(290e6);
}, 60_000);

it("slices take no more memory, however many", async () => {
  expect((await tagview(["simulate", "--duration", "10s", "-o", "run"], "", folder)).status).toBe(0);
  for (const command of ["coincidences", "hom --a 3 --b 15"]) {
    const args = [...command.split(" "), "--window", "2ns", "--by", "33ms", "run", "--tsv"];
    const { status, stdout, memory } = await memoryOf(args, folder);
    expect([status, stdout.split("\n").length > 300]).toEqual([0, true]);
    // It is 140 to 178 MB, by the load of the machine; with the counts of 256 slices in memory, it was 214 MB and more.
    expect(memory / 1e6).toBeLessThan(195);
  }
}, 300_000);

it("simulate and slice take no more memory than they may, however long the recording", async () => {
  const light = ["--light", "coherent", "--light-rate", "4e6", "--efficiency", "1", "--duration", "3s"];
  for (const command of [
    ["simulate", ...light, "-o", "light"],
    ["slice", "light", "-o", "sliced"],
  ]) {
    const { status, memory } = await memoryOf(command, folder);
    expect(status).toBe(0);
    expect(memory, command[0]).toBeLessThan(150e6);
  }
}, 60_000);

describe("rows of a long histogram", () => {
  it("are all printed for machines, and the first for people", async () => {
    const bins = ["--range", "0..199999", "--bin", "1", "two"];
    const table = await tagview([...g2, "--tsv", ...bins], "", folder);
    expect(table.stdout.split("\n")).toHaveLength(200_002);
    expect(table.stdout.slice(-200)).toMatch(/\n199999\t0\t0\t.*\n$/u);
    const {
      counts,
      delay,
      g2: normalised,
    } = JSON.parse((await tagview([...g2, "--json", ...bins], "", folder)).stdout);
    expect([counts.length, normalised.length, delay.length, delay.at(-1)]).toEqual([
      200_000, 200_000, 200_000, 199_999,
    ]);
    const { stdout } = await tagview(["rate", "--bin", "100000000", "two"], "", folder);
    expect(stdout).toContain("... and 9,001 more bins: --tsv or --json prints all, --plot draws them\n");
    expect(stdout.split("\n").length).toBeLessThan(1010);
  }, 60_000);

  it("are not all in memory, beside what was counted", async () => {
    // Counts of 4 million bins take 32 MB, and all columns of them five times as much.
    const printed = await memoryOf([...g2, "--range", "0..3999999", "--bin", "1", "two"], folder);
    expect(printed).toMatchObject({
      status: 0,
      stdout: expect.stringContaining("0 pairs in 4,000,000 bins"),
    });
    expect(printed.memory).toBeLessThan(256e6);
    const json = await memoryOf([...g2, "--json", "--range", "0..1999999", "--bin", "1", "two"], folder);
    expect(json.stdout.length).toBeGreaterThan(20e6);
    // It is 170 to 185 MB, by the load of the machine; with the whole text in memory, it was 379 MB and more.
    expect(json.memory).toBeLessThan(240e6);
  }, 60_000);
});
