/** No command replaces an existing file without `--force`. */

import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { record, scratch, tagview, write } from "../support/command-line";
import { withoutIndex } from "../support/frames";
import { index } from "../support/index-headers";

const isWindows = process.platform === "win32";
const folder = scratch();
const at = (name: string) => join(folder, name);
const run = (...args: string[]) => tagview(args, "", folder);

beforeAll(async () => {
  write(folder, "text", "1\t1\n2\t5\n");
  await record(at("sound"), [
    [1, 1n],
    [2, 5n],
  ]);
  write(folder, "bare", withoutIndex(readFileSync(at("sound"))));
  write(folder, "index", index({ job: ["api"] }));
  expect((await run("index-header", "index", "--from-index", "-o", "header")).status).toBe(0);
  expect((await run("partial", "stats", "sound", "-o", "part")).status).toBe(0);
});

const RATE = ["rate", "--bin", "1", "sound"];
const WRITERS: [string, ...string[]][] = [
  ["-o", "pack", "text"],
  ["-o", "convert", "sound"],
  ["-o", "slice", "sound"],
  ["-o", "merge", "sound", "sound"],
  ["-o", "repair", "sound"],
  ["-o", "index", "bare"],
  ["-o", "simulate", "--duration", "1ms"],
  ["-o", "export", "sound", "--format", "csv"],
  ["-o", "export", "sound", "--format", "npy"],
  ["-o", "partial", "stats", "sound"],
  ["-o", "combine", "part"],
  ["-o", "index-header", "--from-index", "index"],
  ["-o", "index-header", "--sparse", "header"],
  ["--table", ...RATE],
  ["--plot", ...RATE],
  ["--plot", "sound"],
  ["--plot", "stats", "sound"],
  ["--plot", "compare", "sound"],
  ["--plot", "combine", "part"],
  ["--plot", "offsets", "v1=0:5,1:7"],
];

describe("a file that exists", () => {
  it.each(WRITERS)("is not replaced by %s of %s %s %s %s", async (option, ...command) => {
    const name = { "--table": "kept.csv", "--plot": "kept.svg" }[option] ?? "kept";
    writeFileSync(at(name), "mine");
    const before = readdirSync(folder);
    const refused = await run(...command, option, name);
    expect([refused.status, refused.stderr]).toEqual([
      2,
      expect.stringContaining(`${name} exists already: choose another name, or add --force\n`),
    ]);
    expect(readFileSync(at(name), "utf8")).toBe("mine");
    expect(readdirSync(folder)).toEqual(before);
    const { status, stderr } = await run(...command, option, name, "--force");
    expect([status, stderr], stderr).toEqual([0, expect.not.stringContaining("exists")]);
    expect(readFileSync(at(name), "utf8")).not.toBe("mine");
    expect(readdirSync(folder)).toEqual(before);
  });

  it("is not replaced by the chart of any input, before one is read", async () => {
    for (const name of ["one", "two"]) writeFileSync(at(name), readFileSync(at("sound")));
    writeFileSync(at("two.svg"), "mine");
    const { status, stdout, stderr } = await run("rate", "--bin", "1", "one", "two", "--plot", "{}.svg");
    expect([status, stdout, stderr]).toEqual([2, "", expect.stringContaining("two.svg exists already")]);
    expect(existsSync(at("one.svg"))).toBe(false);
  });

  it("is named in the JSON of the command that does not write it", async () => {
    writeFileSync(at("kept"), "mine");
    const { status, stdout } = await run("slice", "sound", "--json", "-o", "kept");
    expect([status, JSON.parse(stdout)]).toEqual([
      2,
      expect.objectContaining({ tags: null, error: expect.objectContaining({ code: "open-failed" }) }),
    ]);
  });

  it.skipIf(isWindows)("is none where it is a device or standard output", async () => {
    for (const [option, ...command] of WRITERS.filter(([option]) => option === "-o"))
      if (!command.includes("npy"))
        for (const device of ["/dev/null", "/dev/stdout"])
          expect(await run(...command, option, device), command.join(" ")).toMatchObject({ status: 0 });
  });
});

describe("index", () => {
  it("replaces a recording in place only with --in-place", async () => {
    const bare = readFileSync(at("bare"));
    const refused = await run("index", "bare");
    expect([refused.status, refused.stderr]).toEqual([
      2,
      expect.stringMatching(/name a new file with -o OUT, or replace the recording with --in-place\n$/),
    ]);
    expect(readFileSync(at("bare"))).toEqual(bare);
    expect((await run("index", "bare", "--in-place", "-o", "other")).status).toBe(2);
    expect(await run("index", "bare", "--in-place", "-q")).toEqual({ status: 0, stdout: "", stderr: "" });
    expect(readFileSync(at("bare")).length).toBeGreaterThan(bare.length);
    const damaged = Buffer.from(bare).fill(0xff, 30, 40);
    write(folder, "damaged", damaged);
    expect((await run("index", "damaged", "--in-place")).status).toBe(1);
    expect(readFileSync(at("damaged"))).toEqual(damaged);
    expect(readdirSync(folder).filter((name) => name.endsWith(".part"))).toEqual([]);
  });
});
