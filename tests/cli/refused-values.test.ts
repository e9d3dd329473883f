/** Missing arguments, options with values that no command can use, and channels that a recording does not have. */

import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { record, scratch, tagview } from "../support/command-line";

const folder = scratch();
beforeAll(() =>
  record(
    join(folder, "few.tags.zst"),
    Array.from({ length: 100 }, (_, k): [number, bigint] => [k % 2 === 0 ? 3 : 15, BigInt(1000 * k)]),
  ),
);

const run = (...args: string[]) => tagview([...args, "few.tags.zst"], "", folder);
const pair = ["--a", "3", "--b", "15"];
const window = ["--window", "5"];

describe("a period shorter than a tick", () => {
  it.each([
    ["coincidences", ...window],
    ["g2", ...pair],
    ["delay", ...pair],
    ["pairs"],
    ["lifetime", "--sync", "3", "--channel", "15"],
  ])("is refused by %s", async (...command) => {
    for (const period of ["0.000001", "0.9", "0.1ns"]) {
      const { status, stdout, stderr } = await run(...command, "--period", period);
      const sentence =
        command[0] === "lifetime"
          ? "--period is not between 1 and"
          : `the period "${period}" is shorter than 1 tick`;
      expect([status, stdout, stderr]).toEqual([2, "", expect.stringContaining(sentence)]);
    }
  });
});

describe("a channel with too many digits", () => {
  it.each([
    ["--by", "99999999999999999999999"],
    ["--period", "ch99999999999999999999999"],
    ["--pattern", "3,99999999999999999999999"],
    ["--delay", "99999999999999999999999=1"],
  ])("is refused with the name of %s", async (option, value) => {
    const { status, stdout, stderr } = await run("coincidences", ...window, option, value);
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(option);
    expect(stderr).toContain("18446744073709551615");
    expect(stderr.split("\n")).toHaveLength(2);
  });
});

describe("a channel without tags", () => {
  it.each([
    ["pairs", "--period", "ch99"],
    ["coincidences", ...window, "--period", "ch99"],
    ["coincidences", ...window, "--by", "1us", "-q", "--period", "ch99"],
    ["coincidences", ...window, "--by", "1us", "-q", "--pattern", "3,99"],
    ["coincidences", ...window, "--by", "1us", "-q", "--delay", "99=1"],
    ["settings", "--a", "3", "--b", "99", ...window, "--by", "1us", "-q"],
    ["hom", "--a", "3", "--b", "99", ...window, "--by", "1us", "-q"],
  ])("is an error of %s", async (...args) => {
    const { status, stderr } = await run(...args);
    expect([status, stderr]).toEqual([1, expect.stringContaining("channel 99 of --")]);
  });
});

describe("missing, surplus and unknown words", () => {
  it.each([
    [["merge", "-o", "x"], "missing required argument 'file': write it as in tagview merge a.tags.zst"],
    [["offsets", "a", "b"], "Expected 1 argument but got 2: write it as in tagview offsets 'v1="],
    [
      ["rate", "x", "--bin"],
      "option '--bin <time>' argument missing: write it as in tagview rate --bin 10ms",
    ],
    [["rate", "x", "--frobnicate"], "unknown option '--frobnicate': see tagview rate --help"],
    [["g2", "-a", "3"], "unknown option '-a' (Did you mean --a?): see tagview g2 --help"],
    [
      ["g2", "--binwidth=1ns"],
      "unknown option '--binwidth=1ns' (Did you mean --bin?): see tagview g2 --help",
    ],
    [["serve", "--frobnicate"], "unknown option '--frobnicate': see tagview serve --help"],
    [["--frobnicate"], "unknown option '--frobnicate': see tagview --help"],
    [["help", "a", "b"], "see tagview --help"],
    ...["1e-3s", ".5us", "1_000ns", "-1ns"].map((time): [string[], string] => [
      ["rate", "x", "--bin", time],
      "such as 10ns or 0.5us",
    ]),
  ])("%j states what to write", async (args, line) => {
    const { status, stderr } = await tagview(args);
    expect([status, stderr]).toEqual([2, expect.stringContaining(line)]);
    expect(stderr).toMatch(/^tagview: [^\n]+\n$/);
  });
});
