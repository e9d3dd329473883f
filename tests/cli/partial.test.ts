/** `tagview partial` and `tagview combine`: any grouping in order gives the output of one pass over all. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { record, scratch, tagview, write } from "../support/command-line";
import { exceptFit } from "../support/except-fit";

const folder = scratch();
const run = (...args: string[]) => tagview(args, "", folder);
const PARTS = ["one.tags.zst", "two.tags.zst", "three.tags.zst"];

/** Pairs of channels 3 and 15, 26 ticks apart, and a third channel now and then; neighbours across the parts' borders. */
function recorded(from: number, to: number): [number, bigint][] {
  const at = (k: number): bigint => 1_000_000n + BigInt(k) * 977n + BigInt((k * k * 31) % 400);
  const tags = Array.from({ length: to - from }, (_, n): [number, bigint][] => {
    const [k, time] = [from + n, at(from + n)];
    const more: [number, bigint][] = k % 7 === 0 ? [[16, time + 30n]] : [];
    return k % 3 === 0 ? [[3, time], [15, time + 26n], ...more] : [[k % 2 === 0 ? 3 : 15, time], ...more];
  });
  return tags.flat().toSorted(([, one], [, other]) => Number(one - other));
}

/** Output of a command with `--json`, without the name and size of the file, and remarks on its index. */
async function answer(...args: string[]): Promise<object> {
  const ran = await run(...args);
  const [status, stderr] = exceptFit(ran);
  expect([status, stderr.replaceAll(/note: .*\n/gu, "")], args.join(" ")).toEqual([0, ""]);
  const { remarks = [], ...rest } = JSON.parse(ran.stdout) as { remarks?: { code: string }[] };
  return { ...rest, remarks: remarks.filter(({ code }) => code !== "bad-index"), file: "", bytes: 0 };
}

async function partial(command: string[], recording: string, out: string, ...more: string[]): Promise<void> {
  const { status, stderr } = await run(
    "partial",
    ...command,
    recording,
    "-o",
    out,
    "--force",
    "--quiet",
    ...more,
  );
  expect([status, stderr], command.join(" ")).toEqual([0, ""]);
}

/** Time of the first tag of all recordings, in ticks. */
let first = "";

beforeAll(async () => {
  await record(join(folder, "one.tags.zst"), recorded(0, 900), "--frame-tags", "300");
  await record(join(folder, "two.tags.zst"), recorded(900, 1000), "--frame-tags", "300");
  await record(join(folder, "three.tags.zst"), recorded(1000, 3000), "--frame-tags", "700");
  write(folder, "all.tags.zst", Buffer.concat(PARTS.map((name) => readFileSync(join(folder, name)))));
  first = `${((await answer("stats", "--json", "one.tags.zst")) as { first: number }).first}`;
});

const COMMANDS = [
  ["stats"],
  ["rate", "--bin", "1000"],
  ["rate"],
  ["gaps"],
  ["g2", "--a", "3", "--b", "15"],
  ["g2", "--a", "15", "--b", "3", "--log", "10", "--channel", "3", "--channel", "15"],
  ["coincidences", "--window", "30"],
  ["coincidences", "--window", "30", "--period", "5000", "--accidentals", "rates"],
  ["delay", "--a", "3", "--b", "15", "--period", "none"],
  ["pairs", "--range", "-50..50"],
  ["heralded", "--herald", "3", "--a", "15", "--b", "16", "--window", "40"],
  ["lifetime", "--sync", "3", "--channel", "15", "--range", "0..2000"],
  ["stability"],
  ["g2", "--a", "100", "--b", "16", "--define", "100=3&15@30"],
];

it.each(COMMANDS)(
  "%s %s %s %s is the same in one pass, joined at once, and in two steps",
  async (...command) => {
    for (const [k, name] of PARTS.entries()) await partial(command, name, `${k}.part`, "--start", first);
    const whole = await answer(...command, "--json", "all.tags.zst");
    expect(await answer("combine", "--json", "0.part", "1.part", "2.part")).toEqual(whole);
    for (const [joined, rest] of [
      [
        ["0.part", "1.part"],
        ["joined.part", "2.part"],
      ],
      [
        ["1.part", "2.part"],
        ["0.part", "joined.part"],
      ],
    ] as const) {
      expect((await run("combine", ...joined, "--force", "-o", "joined.part")).status).toBe(0);
      expect(await answer("combine", "--json", ...rest)).toEqual(whole);
    }
  },
  60_000,
);

it("arguments are those of the command, however they are written", async () => {
  const joined = async (...args: string[]) => {
    await partial(args.slice(0, -1), args.at(-1) ?? "", "spelled.part");
    const { file: _, ...answered } = JSON.parse((await run("combine", "--json", "spelled.part")).stdout);
    return answered;
  };
  const { file: _, ...usual } = JSON.parse(
    (await run("rate", "--bin", "1us", "--tick", "1ns", "--json", "one.tags.zst")).stdout,
  );
  expect(usual).toMatchObject({ bin: 1000, tick_s: 1e-9 });
  expect(await joined("rate", "--bin", "1us", "--tick", "1ns", "one.tags.zst")).toEqual(usual);
  expect(await joined("rate", "--bin=1us", "--tick=1ns", "one.tags.zst")).toEqual(usual);
  expect(await joined("rate", "one.tags.zst", "--tick=1ns", "--bin", "1us")).toEqual(usual);

  write(folder, "text.csv", "5,1\n6,1\n9,2\n");
  const text = ["--columns=time,channel", "--unit=1ns", "--tick=1ns"];
  const {
    file: __,
    bytes: ___,
    ...counts
  } = JSON.parse((await run("stats", ...text, "--json", "text.csv")).stdout);
  expect(counts.tags).toBe(3);
  expect(await joined("stats", ...text, "text.csv")).toMatchObject({
    tags: 3,
    tick_s: 1e-9,
    channels: counts.channels,
  });
});

describe("what can't be joined is reported", () => {
  const G2 = ["g2", "--a", "3", "--b", "15"];

  async function refused(args: string[], sentence: RegExp, status = 2): Promise<void> {
    const answered = await run(...args);
    expect([answered.status, answered.stdout], args.join(" ")).toEqual([status, ""]);
    expect(answered.stderr).toMatch(sentence);
  }

  it("before anything is written", async () => {
    await refused(["partial", ...G2, "one.tags.zst", "--tsv", "-o", "x"], /not printed/u);
    await refused(["partial", ...G2, "--tsv", "one.tags.zst", "-o", "x"], /not printed/u);
    await refused(["partial", ...G2, "one.tags.zst", "--json", "-o", "-"], /both go to standard output/u);
    await refused(
      ["partial", ...G2, "--from", "1s", "one.tags.zst", "-o", "x"],
      /slice the recordings first/u,
    );
    await refused(["partial", ...G2, "one.tags.zst", "two.tags.zst", "-o", "x"], /from one recording/u);
    await refused(["partial", "cat", "one.tags.zst", "-o", "x"], /"cat" can't be combined/u);
    await refused(["partial", "--bin", "3", "rate", "one.tags.zst", "-o", "x"], /"--bin" can't be combined/u);
    await refused(["partial", ...G2, "--bim", "3", "one.tags.zst", "-o", "x"], /unknown option '--bim'/u);
    await refused(["partial", ...G2, "--channel", "x", "one.tags.zst", "-o", "x"], /'--channel <n>'/u);
    const slices = ["partial", "coincidences", "--window", "9", "--by", "1s", "one.tags.zst", "-o", "x"];
    await refused(slices, /leave out --by/u);
    expect(() => readFileSync(join(folder, "x"))).toThrow(/ENOENT/u);
  });

  it("of two commands, of rates that begin elsewhere, of what is not a partial result or half of one", async () => {
    await partial(G2, "one.tags.zst", "g2.part");
    await partial(["gaps"], "two.tags.zst", "gaps.part");
    await refused(["combine", "g2.part", "gaps.part"], /gaps\.part is of "gaps"/u, 1);
    await partial(["rate"], "one.tags.zst", "early.part");
    await partial(["rate"], "two.tags.zst", "late.part");
    expect((await run("combine", "early.part", "late.part")).stderr).toMatch(
      /differ in --start \(.*\): make both with the same --start/u,
    );
    await refused(["combine", "one.tags.zst"], /not a partial result/u, 1);
    await refused(["combine", "nowhere"], /nowhere: there is no such file/u);
    const whole = readFileSync(join(folder, "g2.part"));
    for (const bytes of [0, 40, 120, whole.length - 1]) {
      write(folder, "cut.part", whole.subarray(0, bytes));
      await refused(["combine", "cut.part"], /not a partial result|its checksum does not match/u, 1);
    }
    const other = whole.toString("latin1").replace('"form":2', '"form":9');
    write(folder, "other.part", Buffer.from(other, "latin1"));
    await refused(["combine", "other.part"], /has form 9/u, 1);
  });

  it("of one part that is named twice, by whatever name", async () => {
    await partial(G2, "one.tags.zst", "once.part");
    write(folder, "copy.part", readFileSync(join(folder, "once.part")));
    for (const again of ["once.part", "copy.part"])
      await refused(["combine", "once.part", again], /one\.tags\.zst; its tags would count twice/u, 1);
  });

  it("of one byte that was changed, and of what an older version wrote", async () => {
    for (const command of COMMANDS.filter(([name]) => name !== "rate")) {
      await partial(command, "one.tags.zst", "sound.part");
      const sound = readFileSync(join(folder, "sound.part"));
      const step = Math.ceil(sound.length / 4);
      for (let at = 10; at < sound.length; at += step) {
        const bytes = Uint8Array.from(sound);
        bytes[at] = (bytes[at] ?? 0) ^ 1;
        write(folder, "changed.part", bytes);
        const { status, stdout } = await run("combine", "changed.part");
        expect([status === 0, stdout], `${command.join(" ")}: byte ${at}`).toEqual([false, ""]);
      }
    }
    await partial(["coincidences", "--window", "30"], "one.tags.zst", "sound.part");
    const sound = readFileSync(join(folder, "sound.part")).toString("latin1");
    for (const [written, changed] of [
      ['"30"', '"31"'],
      ["one.tags.zst", "two.tags.zst"],
    ] as const) {
      expect(sound).toContain(written);
      write(folder, "changed.part", Buffer.from(sound.replace(written, changed), "latin1"));
      await refused(["combine", "changed.part"], /changed\.part is damaged: its checksum does not match/u, 1);
    }
    const old = sound.replace('"form":2', '"form":1');
    write(folder, "old.part", Buffer.from(old, "latin1"));
    await refused(["combine", "old.part"], /has form 1, .*make it again with this version/u, 1);
  }, 120_000);

  it("of recordings whose clocks restart", async () => {
    await record(join(folder, "restarted.tags.zst"), recorded(0, 800));
    for (const command of [["stats"], G2, ["gaps"], ["stability"], ["pairs"]]) {
      await partial(command, "three.tags.zst", "first.part");
      await partial(command, "restarted.tags.zst", "second.part");
      await refused(["combine", "first.part", "second.part"], /these are independent runs/u, 1);
    }
  }, 120_000);

  it("and so is damage", async () => {
    const bytes = readFileSync(join(folder, "three.tags.zst"));
    write(folder, "cut.tags.zst", bytes.subarray(0, bytes.length / 2));
    await partial(G2, "one.tags.zst", "whole.part");
    const { status, stderr } = await run("partial", ...G2, "cut.tags.zst", "-o", "damaged.part", "--quiet");
    expect([status, stderr]).toEqual([
      1,
      expect.stringContaining("cut.tags.zst: the file ends in the middle"),
    ]);
    const joined = await run("combine", "--json", "whole.part", "damaged.part");
    expect(joined.status).toBe(1);
    expect(JSON.parse(joined.stdout)).toMatchObject({ complete: false, error: { code: "truncated" } });
    const both = await run("combine", "whole.part", "damaged.part", "-o", "both.part");
    const sentence = "one.tags.zst to cut.tags.zst: the file ends in the middle of the zstd frame";
    expect([both.status, both.stdout, both.stderr]).toEqual([1, "", expect.stringContaining(sentence)]);
  });
});
