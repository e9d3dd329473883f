/** One name has one meaning in all commands, and old names work with a notice. */

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { record, scratch, tagview, write } from "../support/command-line";
import { exceptFit } from "../support/except-fit";
import { indexHeader } from "../support/index-headers";

const folder = scratch();
const run = (...args: string[]) => tagview(args, "", folder);
const PAIR = ["--a", "3", "--b", "15"];

/** A clock on channel 7, channel 3 at once and channel 15 four ticks later, channel 16 at times of its own. */
const TAGS = Array.from({ length: 2000 }, (_, k) => BigInt(10_000 + 400 * k)).flatMap(
  (t, k): [number, bigint][] => [
    [7, t],
    [3, t + BigInt((k * k) % 13)],
    [15, t + BigInt((k * k) % 13) + 4n],
    [16, t + BigInt((k * 97) % 390)],
  ],
);

beforeAll(async () => {
  await record(join(folder, "x.tags.zst"), TAGS);
  write(folder, "channels.csv", "channel,name,delay\n15,late,4\n");
  write(folder, "then.txt", "v1=0:5,1:7");
  write(folder, "later.txt", "v1=0:6,1:7");
  write(folder, "block", indexHeader({ job: ["api", "db"] }));
  write(folder, "later", indexHeader({ job: ["api"], zone: ["a"] }));
});

const good = async (...args: string[]): Promise<string> => {
  const ran = await run(...args);
  expect([args, ...exceptFit(ran)]).toEqual([args, 0, ""]);
  return ran.stdout;
};
const json = async (...args: string[]) => JSON.parse(await good(...args, "--json"));

describe("--channel", () => {
  it("takes a list, as --pattern does, wherever tags are selected", async () => {
    for (const command of ["stats", "rate", "gaps", "pairs", "stability", "cat"]) {
      const listed = await good(command, "x.tags.zst", "--channel", "3,15");
      expect(listed).toBe(await good(command, "x.tags.zst", "--channel", "3", "--channel", "15"));
      expect(listed).not.toBe(await good(command, "x.tags.zst", "--channel", "3"));
    }
    const { channels } = await json("stats", "x.tags.zst", "--channel", " 3, 15");
    expect(channels.map(({ channel }: { channel: number }) => channel)).toEqual([3, 15]);
  });

  it("selects the tags of compare, slice, merge and export, too", { timeout: 120_000 }, async () => {
    expect((await json("compare", "x.tags.zst", "--channel", "3,15")).tags).toBe(4000);
    expect((await json("slice", "x.tags.zst", "--channel", "3,15", "-o", "s.tags.zst")).tags).toBe(4000);
    expect((await json("merge", "x.tags.zst", "--channel", "3,15", "-o", "m.tags.zst")).tags).toBe(4000);
    expect((await json("export", "x.tags.zst", "--channel", "3,15", "-o", "e.csv")).tags).toBe(4000);
  });

  it("is one channel where one is counted", async () => {
    const { status, stderr } = await run("lifetime", "--sync", "7", "--channel", "3,15", "x.tags.zst");
    expect([status, stderr]).toEqual([
      2,
      expect.stringContaining("--channel names 2 channels: name the one"),
    ]);
  });
});

describe("--delay CH=TIME", () => {
  it.each([
    ["g2", ...PAIR, "--range", "-20..20"],
    ["delay", ...PAIR, "--period", "none"],
    ["pairs"],
    ["lifetime", "--sync", "7", "--channel", "15"],
    ["gaps"],
    ["rate", "--bin", "1us"],
  ])("subtracts as a delay in --channels does, in %s", async (...command) => {
    const delayed = await json(...command, "--delay", "15=4", "x.tags.zst");
    expect(delayed).toEqual(await json(...command, "--channels", "channels.csv", "x.tags.zst"));
  });

  it("moves the peak to zero", async () => {
    expect((await json("delay", ...PAIR, "--period", "none", "x.tags.zst")).delay).toBe(4);
    expect(
      (await json("delay", ...PAIR, "--period", "none", "--delay", "15=625ps", "x.tags.zst")).delay,
    ).toBe(0);
  });

  it("has the same form in coincidences and cat", async () => {
    const patterns = ["--pattern", "3,15", "--window", "0"];
    const [pattern] = (await json("coincidences", ...patterns, "--delay", "15=4", "x.tags.zst")).patterns;
    expect(pattern.counts).toBe(2000);
    const moved = await good("cat", "--channel", "15", "--delay", "15=4", "x.tags.zst");
    expect(moved.replaceAll("15\t", "3\t").split("\n")).toEqual(
      expect.arrayContaining((await good("cat", "--channel", "3", "x.tags.zst")).split("\n").slice(1)),
    );
  });

  it("is that of a detector in simulate", async () => {
    const light = ["--duration", "20ms", "--pair-rate", "200000", "--jitter", "0ps", "--dark-rate", "0"];
    await good("simulate", ...light, "--delay", "3=1ns", "--delay", "15=6ns", "-q", "-o", "two.tags.zst");
    const { delay } = await json("delay", ...PAIR, "two.tags.zst");
    expect(delay).toBe(32);
    const refused = await run("simulate", "--delay", "16=1ns", "-o", "none.tags.zst");
    expect([refused.status, refused.stderr]).toEqual([2, expect.stringContaining("channels 3 and 15")]);
  });

  it.each([
    [["--delay", "15=4", "--delay", "15=5"], "another --delay"],
    [["--delay", "15=4", "--channels", "channels.csv"], "the file of --channels"],
    [["--delay", "15=4", "--define", "15=3@+4"], "--define defines it"],
    [["--delay", "15"], "Write CH=TIME"],
    [["--delay", "99=4"], "channel 99 of --delay has no tags"],
  ])("is refused as %j", async (options, reason) => {
    const { status, stderr } = await run("g2", ...PAIR, ...options, "x.tags.zst");
    expect([status, stderr]).toEqual([reason.endsWith("no tags") ? 1 : 2, expect.stringContaining(reason)]);
  });
});

describe("--range and --period", () => {
  const lifetime = ["lifetime", "--channel", "3", "x.tags.zst"];

  it("are a range and the clock's channel in lifetime, too", async () => {
    const known = await json(...lifetime, "--sync", "7", "--range", "0..400");
    expect(known.period).toBe(400);
    expect(await json(...lifetime, "--period", "ch7", "--range", "0..62.5ns")).toEqual(known);
  });

  it.each([
    [["--sync", "7", "--range", "1..400"], "does not begin at 0"],
    [["--sync", "7", "--period", "ch3"], "can't be the clock of lifetime"],
    [["--period", "ch7/2"], "can't be the clock of lifetime"],
    [["--period", "none"], "a lifetime needs a clock"],
  ])("are refused as %j", async (options, reason) => {
    const { status, stderr } = await run(...lifetime, ...options);
    expect([status, stderr]).toEqual([2, expect.stringContaining(reason)]);
  });
});

describe("--diff and files", () => {
  it("compare two index-headers as they do two offset headers", async () => {
    expect(await json("index-header", "block", "--diff", "later")).toMatchObject({
      left: "block",
      right: "later",
      label_names: { left: 1, right: 2 },
    });
    expect((await json("offsets", "then.txt", "--diff", "later.txt")).total_lag).toBe(1);
  });

  it("are headers with and without @", async () => {
    const header = await good("offsets", "v1=0:5,1:7");
    for (const name of ["then.txt", "@then.txt", join(folder, "then.txt")])
      expect(await good("offsets", name)).toBe(header);
    await good("offsets", "then.txt", "--plot", "{}.svg");
    expect(existsSync(join(folder, "then.svg"))).toBe(true);
  });
});

describe("--tick", () => {
  it("is the length of a tick in compare, verify and repair", async () => {
    expect((await json("compare", "--quiet", "--tick", "1ns", "--from", "1s", "x.tags.zst")).tick_s).toBe(
      1e-9,
    );
    expect((await json("repair", "--tick", "1ns", "x.tags.zst", "-o", "r.tags.zst")).tags).toBe(8000);
    expect((await json("stats", "r.tags.zst")).tick_s).toBe(1e-9);
    write(folder, "text.csv", "3,5\n15,9\n");
    expect((await json("verify", "--tick", "1ns", "--columns", "channel,time", "text.csv")).tags).toBe(2);
    for (const command of ["compare", "verify"])
      expect((await run(command, "--tick", "nothing", "x.tags.zst")).stderr).toContain("--tick");
  });
});

it("--json is printed of pack and simulate, too", async () => {
  write(folder, "text.tsv", "3\t5\n");
  const { bytes } = await json("pack", "text.tsv", "-o", "packed.tags.zst");
  expect(bytes).toBe(readFileSync(join(folder, "packed.tags.zst")).length);
  expect(await json("simulate", "--duration", "1ms", "-o", "simulated.tags.zst")).toMatchObject({
    out: "simulated.tags.zst",
    complete: true,
  });
});

/** Old forms, the notice of each, and the current form, which prints the same. */
const OLD: [old: string[], notice: string, current: string[]][] = [
  [
    ["g2", ...PAIR, "x.tags.zst", "--force", "--out", "g2.csv"],
    "--out is now --table",
    ["g2", ...PAIR, "x.tags.zst", "--force", "--table", "g2.csv"],
  ],
  [
    ["lifetime", "--sync", "7", "--channel", "3", "--range", "400", "--json", "x.tags.zst"],
    "--range 400 is now --range 0..400",
    ["lifetime", "--sync", "7", "--channel", "3", "--range", "0..400", "--json", "x.tags.zst"],
  ],
  [
    ["hom", ...PAIR, "--window", "9", "--by", "10us", "--at", "0..1", "--json", "x.tags.zst"],
    "--at is now --positions",
    ["hom", ...PAIR, "--window", "9", "--by", "10us", "--positions", "0..1", "--json", "x.tags.zst"],
  ],
  [
    ["simulate", "--duration", "1ms", "--delay", "10ns", "--force", "--json", "-o", "old.tags.zst"],
    "--delay 10ns is now --delay 15=10ns",
    ["simulate", "--duration", "1ms", "--delay", "15=10ns", "--force", "--json", "-o", "old.tags.zst"],
  ],
  [
    ["index-header", "--json", "block", "later"],
    "index-header A B is now index-header A --diff B",
    ["index-header", "--json", "block", "--diff", "later"],
  ],
  [
    ["index-header", "--json", "block", "--force", "--write-sparse", "sparse"],
    "--write-sparse is now --sparse --output",
    ["index-header", "--json", "block", "--force", "--sparse", "--output", "sparse"],
  ],
];

describe("an old form", () => {
  it.each(OLD)("%j has a notice on standard error alone", async (old, notice, current) => {
    const before = await run(...old);
    const now = await run(...current);
    const line = `note: ${notice}; the next release removes the old form\n`;
    expect(before.stderr.endsWith(line)).toBe(true);
    expect({ ...before, stderr: before.stderr.replace(line, "") }).toEqual(now);
    expect((await run(...old, "--quiet")).stderr).not.toContain("is now");
  });

  it("is in no help", async () => {
    for (const command of ["g2", "hom", "index-header"])
      expect(await good(command, "--help")).not.toMatch(/--out\b|--at\b|--write-sparse/u);
  });
});
