/** Recordings of other taggers and text files, in every command, like tagview's own recordings. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { assert, beforeAll, describe, expect, it } from "vitest";
import { realData, scratch, tagview, write } from "../support/command-line";
import { exceptFit } from "../support/except-fit";
import { columns, npy, qutag, swabian, type Tag } from "../support/other-taggers";

const folder = scratch();
const at = (name: string): string => join(folder, name);

// A photon on 3 every 10 ns and one on 15 some 2 ns later, most of the time; a clock on 7.
const tags: Tag[] = Array.from({ length: 600 }, (_, n): Tag[] => {
  const time = 260_000_000_000n + 10_000n * BigInt(n);
  const answer: Tag[] = n % 3 === 0 ? [] : [[15, time + 2000n + BigInt((n * 7) % 40)]];
  return [[7, time - 100n], [3, time], ...answer];
}).flat();

/** The same tags as other programs write them, and how each has to be read. */
const FILES: [name: string, content: Uint8Array | string, ...options: string[]][] = [
  ["run.qutag", qutag(tags)],
  ["run.dump", swabian(tags)],
  ["run.npy", npy(tags), "--tick", "1ps"],
  ["run.tsv", columns(tags, "\t"), "--tick", "1ps"],
  [
    "run.csv",
    `\ufeff"Time (ps)";"Channel"\r\n${columns(
      tags.map(([c, t]) => [Number(t), BigInt(c)]),
      ";",
      "\r\n",
    )}`,
  ],
  [
    "seconds.txt",
    tags.map(([c, t]) => `0.${String(t).padStart(12, "0")}  ${c}\n`).join(""),
    ...["--unit", "s"],
  ],
];

/** Each command that reads recordings, with its options. */
const COMMANDS: string[][] = [
  ["stats"],
  ["rate", "--bin", "1us"],
  ["gaps"],
  ["g2", "--a", "3", "--b", "15", "--range=-5ns..5ns", "--bin", "10ps"],
  ["coincidences", "--window", "1ns", "--delay", "15=2ns"],
  ["coincidences", "--window", "3ns", "--by", "1us", "-q"],
  ["delay", "--a", "3", "--b", "15", "--range=-5ns..5ns", "--period", "none"],
  ["pairs"],
  ["heralded", "--herald", "7", "--a", "3", "--b", "15", "--window", "3ns"],
  ["hom", "--a", "3", "--b", "15", "--window", "3ns", "--by", "1us", "-q"],
  ["lifetime", "--sync", "7", "--channel", "15"],
  ["stability"],
  ["verify"],
];

async function json(args: string[], input: string | Uint8Array = ""): Promise<Record<string, unknown>> {
  const ran = await tagview([...args, "--json"], input, folder);
  expect(exceptFit(ran), args.join(" ")).toEqual([0, ""]);
  return JSON.parse(ran.stdout);
}

/** The answer without facts about the file. */
function ofTags({
  file,
  files,
  bytes,
  frames,
  messages,
  format,
  device,
  remarks,
  rows,
  ...answer
}: Record<string, unknown>) {
  const slices = (rows as { file?: string }[] | undefined)?.map(({ file: _, ...row }) => row);
  return { ...answer, rows: slices };
}

beforeAll(async () => {
  for (const [name, content] of FILES) write(folder, name, content);
  const { status, stderr } = await tagview(["convert", "run.qutag", "-o", "run.tags.zst"], "", folder);
  expect([status, stderr]).toEqual([0, ""]);
});

it.each(COMMANDS)("%s prints the same result for each file, in its own tick", async (...args) => {
  // Differences between texts are known before any command runs.
  const files = ["stats", "g2"].includes(args[0] ?? "") ? FILES : FILES.slice(0, 1);
  const [own, ...others] = await Promise.all([
    json([...args, "run.tags.zst"]),
    ...files.map(([name, , ...options]) => json([...args, ...options, name])),
  ]);
  expect(others.map(ofTags)).toEqual(files.map(() => ofTags(own)));
});

it("reads standard input, by its content", async () => {
  const piped = await json(["g2", "--a", "3", "--b", "15"], readFileSync(at("run.qutag")));
  expect(ofTags(piped)).toEqual(ofTags(await json(["g2", "--a", "3", "--b", "15", "run.tags.zst"])));
});

describe("stats", () => {
  it("reports what a file is, and what its tick is", async () => {
    expect(await json(["stats", "run.qutag"])).toMatchObject({ format: "qutag", tick_s: 1e-12, remarks: [] });
    expect(await json(["stats", "run.tags.zst"])).toMatchObject({ format: "qutag", tick_s: 1e-12 });
    const text = await json(["stats", "run.tsv"]);
    expect(text).toMatchObject({ format: "columns", tick_s: 156.25e-12 });
    expect(text.remarks).toMatchObject([{ about: "tick_s", code: "no-tick" }]);
    const { stdout } = await tagview(["run.qutag"], "", folder);
    expect(stdout.split("\n")[0]).toMatch(/^run\.qutag .* a quTAG recording · 1,600 tags /);
  });

  it("notes what is assumed about times without a unit, in every command", async () => {
    const plain = write(folder, "plain.txt", "1 15\n2 25\n1 35\n2 45\n");
    const fractions = write(folder, "fractions.txt", "1 1.5\n2 2.5\n1 3.75\n2 4\n");
    const tick = "note: the tick length is unknown; assuming 156.25ps: set it with --tick";
    const unit =
      "note: no unit of the times is stated, and times with a fraction are taken as s: set it with --unit";
    for (const [path, note, stated, code] of [
      [plain, tick, "--tick=1ns", "no-tick"],
      [fractions, unit, "--unit=ns", "assumed-unit"],
    ] as const) {
      for (const command of [
        ["rate"],
        ["coincidences", "--window=20", "--by=file"],
        ["hom", "--a=1", "--b=2", "--window=20", "--by=file"],
        ["settings", "--a=1", "--b=2", "--window=20", "--by=file"],
        ["partial", "rate", "-o", "-"],
      ]) {
        const { stderr } = await tagview([...command, path]);
        expect(stderr, command.join(" ")).toContain(note.replace("note: ", `note: ${path}: `));
      }
      expect((await tagview(["rate", stated, path])).stderr).not.toMatch(/tick length|no unit/);
      expect((await json(["stats", path])).remarks).toMatchObject([{ code }]);
    }
  });

  it("notes lines before the numbers that are no heading of the columns", async () => {
    const path = write(folder, "skipped.txt", "1234.5 | 1,,ERR buffer not ready\n1,15\n2,25\n1,35\n2,45\n");
    const options = [path, "--columns=channel,time", "--unit=ns"];
    expect((await json(["stats", ...options])).remarks).toMatchObject([{ code: "skipped-lines" }]);
    const { stderr } = await tagview(["rate", ...options]);
    expect(stderr).toBe(`note: ${path}: 1 line before the numbers is skipped as a heading\n`);
  });

  it("takes the tick that is given instead of the file's own", async () => {
    expect(await json(["stats", "--tick", "2ps", "run.qutag"])).toMatchObject({ tick_s: 2e-12 });
  });

  it("reads each of several files in its own tick", async () => {
    const { stdout } = await tagview(["stats", "--json", "run.tsv", "run.qutag", "run.csv"], "", folder);
    const ticks = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line).tick_s);
    expect(ticks).toEqual([156.25e-12, 1e-12, 1e-12]);
  });
});

describe("what is written", () => {
  const text = columns(tags, "\t");
  const catOf = async (name: string) => (await tagview(["cat", name], "", folder)).stdout;

  it("has the same tags, and keeps the tick", async () => {
    for (const [name] of FILES) expect(await catOf(name)).toBe(text);
    for (const [number, args] of [
      ["slice", "--from", "1us", "run.qutag"],
      ["merge", "run.qutag", "run.csv"],
      ["convert", "--frame-tags", "100", "--level", "1", "--unit", "s", "seconds.txt"],
    ].entries()) {
      const out = `out${number}.tags.zst`;
      const { status, stderr } = await tagview([...args, "-o", out], "", folder);
      expect([status, stderr], args.join(" ")).toEqual([0, ""]);
      expect(await json(["stats", out])).toMatchObject({ tick_s: 1e-12, complete: true });
      expect((await tagview(["verify", out], "", folder)).status).toBe(0);
    }
    expect(await catOf("out2.tags.zst")).toBe(text);
    // Read by the index, whose first frame begins after the frame that holds the tick.
    const late = await json(["stats", "--from", "5us", "out2.tags.zst"]);
    expect(late).toMatchObject({
      tags: (await json(["stats", "--from", "5us", "run.qutag"])).tags as number,
    });
  });

  it("reports that the tick is unknown, and keeps a tick that is given", async () => {
    const { status, stderr } = await tagview(
      ["convert", "run.tsv", "--force", "-o", "ticks.tags.zst"],
      "",
      folder,
    );
    expect(status).toBe(0);
    expect(stderr).toBe(
      "note: the tick length is unknown; assuming 156.25ps: set it with --tick, or the unit of the times with --unit\n",
    );
    await json(["convert", "run.tsv", "--tick", "4ps", "--force", "-o", "ticks.tags.zst"]);
    expect(await json(["stats", "ticks.tags.zst"])).toMatchObject({ tick_s: 4e-12 });
  });

  it("has one tick", async () => {
    const { status, stderr } = await tagview(
      ["merge", "run.qutag", "run.tsv", "-o", "no.tags.zst"],
      "",
      folder,
    );
    expect([status, stderr]).toEqual([
      2,
      "tagview: a tick of one recording is 1ps, and of another 156.25ps: the tick length of run.tsv is unknown; if it is 1ps, add --tick 1ps, otherwise write one again: tagview cat run.tsv | tagview convert - --unit TICK --tick 1ps -o NEW\n",
    ]);
  });
});

it("keeps the tick in partial results", async () => {
  const question = ["g2", "--a", "3", "--b", "15", "--range=-5ns..5ns"];
  await tagview(["partial", ...question, "run.qutag", "-o", "run.part"], "", folder);
  const { stdout } = await tagview(["combine", "run.part", "--json"], "", folder);
  expect(ofTags(JSON.parse(stdout))).toEqual(ofTags(await json([...question, "run.qutag"])));
});

describe("a bad text", () => {
  const wrong = async (text: string, ...options: string[]) => {
    const { status, stdout, stderr } = await tagview(["stats", "--json", "-", ...options], text);
    return { status, stderr, ...JSON.parse(stdout) };
  };

  it("is read except for the broken lines", async () => {
    const { status, stderr, complete, tags, remarks } = await wrong("1 100\n2 200\n2;300\n1 400\n");
    expect([status, complete, tags]).toEqual([1, false, 3]);
    expect(stderr).toBe(
      'tagview: -: line 3, "2;300", has no blank between its columns, as the other lines have (at byte 12): ' +
        "correct it, or remove it; the other lines were read\n",
    );
    expect(remarks).toContainEqual({
      about: "tags",
      code: "broken-lines",
      message: "1 line could not be read",
    });
  });

  it("is refused if its columns are ambiguous, unless --columns names them", async () => {
    const { status, error } = await wrong("1,2\n2,3\n");
    expect([status, error.code]).toEqual([1, "ambiguous"]);
    const read = await wrong("1,2\n2,3\n", "--columns", "time,channel", "--unit", "us");
    expect(read).toMatchObject({ status: 0, tags: 2, first: 1, last: 2, tick_s: 1e-6 });
  });
});

it("keeps what is before the end of a file that was cut", async () => {
  const cut = readFileSync(at("run.qutag")).subarray(0, 40 + 10 * 500 + 3);
  const { status, stdout } = await tagview(["stats", "--json", "-"], cut);
  expect(status).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject({ tags: 500, complete: false, error: { code: "truncated" } });
});

const real = realData();

it.skipIf(real === undefined)("reads a dump that a user could not open", async () => {
  const run = join(real ?? "", "../cases/swabian-dump/dump.bin");
  expect(await json(["stats", run])).toMatchObject({
    format: "swabian",
    tags: 5000,
    tick_s: 1e-12,
    complete: true,
  });
});

// Tags of channel 5 come some 10 to 97 ns before those of 2, and up to 86 ns late in the file.
it.skipIf(real === undefined)("finds the pulses of a real recording without any options", async () => {
  const run = join(real ?? "", "../other-taggers/qutag-80MHz.qutag");
  const { complete, pairs, hints } = await json(["pairs", run]);
  expect(complete).toBe(true);
  const all = pairs as { a: number; b: number; delay: number | null }[];
  const [found] = all.filter(({ a, b }) => a === 2 && b === 5);
  assert(found);
  expect(found.delay).toBeNull();
  const suggested = (hints as { code: string; option: { ticks: number } | null }[]).find(
    ({ code }) => code === "pulsed",
  );
  expect(suggested?.option?.ticks).toBeCloseTo(12_496, -1);
  const period = ["--period", String(suggested?.option?.ticks)];
  const given = await json(["delay", "--a", "2", "--b", "5", ...period, run]);
  // Channel 5 has a tag for every eighth pulse, so eight pulses stand out, and none of them is the delay.
  expect(given.delay_modulo).toBe(suggested?.option?.ticks);
  expect(Math.abs(given.delay as number)).toBeLessThan(6248);
  expect((given.pulsed as { period: number }).period).toBe(suggested?.option?.ticks);
});

it("header prints what a file states, or that it states nothing, and no empty fields", async () => {
  const run = (...args: string[]) => tagview(args, "", folder);
  expect((await run("convert", "run.qutag", "-o", "own.tags.zst")).status).toBe(0);
  for (const name of ["out.parquet", "out.arrow", "out.h5", "out.npy", "out.csv"])
    expect((await run("export", "own.tags.zst", "-o", name)).status).toBe(0);
  for (const name of ["run.csv", "out.arrow", "out.parquet", "out.csv"]) {
    const { stdout, stderr } = await run("header", name);
    expect(stderr).toBe("");
    expect(stdout).toMatch(/^unit {2,}\S/mu);
    expect(stdout.split("\n").filter((line) => /^\S+ *$/u.test(line))).toEqual([name]);
    expect(stdout).not.toMatch(/broken_lines|rounded_times/u);
  }
  const note = "note: out.h5: the file states nothing of a device or a measurement\n";
  expect(await run("header", "out.h5")).toEqual({ status: 0, stdout: "", stderr: note });
  expect((await json(["header", "out.h5"])).header).toEqual([]);
});
