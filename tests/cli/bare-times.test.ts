/** A time without a unit that selects nothing is explained, with the recording's own tick. */

import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { record, scratch, tagview } from "../support/command-line";

const folder = scratch();
const run = (...args: string[]) => tagview(args, "", folder);
const PAIR = ["--a", "3", "--b", "15"];
const WINDOW = ["--window", "1"];

beforeAll(async () => {
  const tags = Array.from({ length: 3000 }, (_, k): [number, bigint] => [
    [3, 15, 16][k % 3] ?? 3,
    BigInt(1_000_000 + 40_000 * k + ((k * k) % 97)),
  ]);
  await record(join(folder, "x.tags.zst"), tags);
  await record(join(folder, "pico.tags.zst"), tags, "--tick", "1ps");
  await record(join(folder, "none.tags.zst"), []);
});

const EMPTY: [command: string[], meant: string][] = [
  [["stats", "--from", "1", "--to", "2"], "--from 1s --to 2s"],
  [["stats", "--to", "1"], "--to 1s"],
  [["rate", "--to", "1"], "--to 1s"],
  [["stability", "--to", "1"], "--to 1s"],
  [["coincidences", ...WINDOW], "--window 1ns"],
  [["coincidences", ...WINDOW, "--by", "1ms"], "--window 1ns"],
  [["hom", ...PAIR, ...WINDOW], "--window 1ns"],
  [["heralded", "--herald", "3", "--a", "15", "--b", "16", ...WINDOW], "--window 1ns"],
  [["g2", ...PAIR, "--range", "-5..5"], "--range -5ns..5ns"],
  [["gaps", "--range", "0..50"], "--range 0..50ns"],
  [["pairs", "--range", "-20..20"], "--range -20ns..20ns"],
  [["cat", "--from", "1", "--to", "2"], "--from 1s --to 2s"],
  [["slice", "--force", "-o", "s.tags.zst", "--from", "1", "--to", "2"], "--from 1s --to 2s"],
  [["merge", "--force", "-o", "m.tags.zst", "--from", "1", "--to", "2"], "--from 1s --to 2s"],
  [["export", "--force", "-o", "e.csv", "--to", "1"], "--to 1s"],
];

describe("a time without a unit", () => {
  it.each(EMPTY)("that selects nothing is explained by %j", async (command, meant) => {
    for (const [file, tick] of [
      ["x.tags.zst", "156.25 ps"],
      ["pico.tags.zst", "1 ps"],
    ] as const) {
      const { stderr } = await run(...command, file);
      expect(stderr).toContain(`times without a unit are ticks of ${tick}; did you mean ${meant}?\n`);
      expect((await run(...command, file, "-q")).stderr).not.toContain("did you mean");
    }
  });

  it.each([
    [["delay", ...PAIR, "--range", "-20..20"], 1],
    [["lifetime", "--sync", "3", "--channel", "15", "--range", "0..50"], 1],
    [["g2", ...PAIR, "--from", "1", "--to", "2"], 1],
    [["rate", "--bin", "1", "--json"], 1],
    [["stability", "--bin", "1"], 1],
  ] as const)("is explained in the error of %j", async (command, status) => {
    const ran = await run(...command, "x.tags.zst");
    expect([ran.status, ran.stderr]).toEqual([
      status,
      expect.stringMatching(
        /^tagview: .*; times without a unit are ticks of 156\.25 ps; did you mean .*\?\n$/u,
      ),
    ]);
    if (command.at(-1) === "--json") expect(JSON.parse(ran.stdout).error.remedy).toContain("did you mean");
  });

  it("that selects nothing is explained by compare", async () => {
    expect((await run("compare", "--from", "1", "--to", "2", "x.tags.zst")).stderr).toContain(
      "did you mean --from 1s --to 2s?\n",
    );
  });

  it("that records nothing is explained by simulate", async () => {
    const { stderr } = await run("simulate", "--duration", "2", "-o", "two.tags.zst");
    expect(stderr).toContain("did you mean --duration 2s?\n");
  });

  it.each([
    ["selects something", ["stats", "--to", "100000000", "x.tags.zst"]],
    ["is 0", ["coincidences", "--window", "0", "x.tags.zst"]],
    ["is of an empty recording", ["coincidences", ...WINDOW, "none.tags.zst"]],
  ])("is not explained where it %s", async (_, args) => {
    expect((await run(...args)).stderr).not.toContain("did you mean");
  });

  it("with a unit is not explained", async () => {
    expect((await run("coincidences", "--window", "1ns", "x.tags.zst")).stderr).not.toContain("did you mean");
    expect((await run("stats", "--from", "1s", "--to", "2s", "x.tags.zst")).stderr).not.toContain(
      "did you mean",
    );
  });
});

describe("a selection without tags", () => {
  it.each([
    ["rate", "--from", "1s"],
    ["gaps", "--json", "--from", "1s"],
    ["stability", "--channel", "99", "--to", "1ms"],
    ["slice", "--from", "1s", "-o", "sliced.tags.zst"],
    ["export", "--channel", "99", "-o", "none.csv"],
    ["cat", "--from", "1s"],
  ])("is noted by %s", async (...args) => {
    const { status, stderr } = await run(...args, "x.tags.zst");
    expect([status, stderr]).toEqual([0, expect.stringContaining("no tags are selected\n")]);
  });
});

it("refuses to write a recording under the name of another format", async () => {
  for (const name of ["x.csv", "x.PARQUET"]) {
    const { status, stderr } = await run("slice", "x.tags.zst", "-o", name);
    expect([status, stderr]).toEqual([
      2,
      `tagview: ${name} would be a .tags.zst recording in spite of its name: write .${name.slice(2).toLowerCase()} files with tagview export\n`,
    ]);
  }
});
