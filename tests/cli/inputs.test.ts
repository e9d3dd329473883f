/** Usual inputs: folders, compressed files, and missing channels. */

import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { beforeAll, describe, expect, it } from "vitest";
import { record, scratch, tagview, write } from "../support/command-line";
import { rawFrame } from "../support/frames";
import { repositoryFiles, writeFiles } from "../support/icechunk";
import { index, indexHeader } from "../support/index-headers";

const folder = scratch();
const here = (...args: string[]) => tagview(args, "", folder);
const TEXT = Array.from({ length: 300 }, (_, k) => `${1000 * k},${[3, 15][k % 2]}`).join("\n");
const AS_TEXT = ["--columns", "time,channel", "--unit", "ns"];

beforeAll(async () => {
  for (const name of ["runs", "runs/deeper", "none", "block", "block/chunks", "full"])
    mkdirSync(join(folder, name));
  const tags = (n: number) =>
    Array.from({ length: n }, (_, k): [number, bigint] => [
      [3, 15][k % 2] as number,
      5_000n + 100n * BigInt(k),
    ]);
  await record(join(folder, "runs/run2.tags.zst"), tags(20));
  await record(join(folder, "runs/run10.tags.zst"), tags(30));
  write(folder, "runs/notes.txt", "the laser was off in run 3\n");
  write(folder, "runs/.run1.tags.zst.swp", "no recording");
  write(folder, "block/index-header", indexHeader({ job: ["api", "db"] }));
  write(folder, "block/meta.json", "{}");
  write(folder, "full/index-header", indexHeader({ job: ["api", "db", "web"] }));
  write(folder, "text.csv", TEXT);
  write(folder, "text.csv.gz", gzipSync(TEXT));
  write(folder, "cut.csv.gz", gzipSync(TEXT).subarray(0, 200));
  mkdirSync(join(folder, "repository"));
  writeFiles(join(folder, "repository"), repositoryFiles());
}, 60_000);

describe("a folder", () => {
  it("stands for the recordings in it, in the order of the numbers in their names", async () => {
    const { status, stdout, stderr } = await here("stats", "--json", "runs");
    const lines = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect([status, stderr]).toEqual([0, ""]);
    expect(lines.map(({ file, tags }) => [file, tags])).toEqual([
      [join("runs", "run2.tags.zst"), 20],
      [join("runs", "run10.tags.zst"), 30],
    ]);
    const overview = await here("runs");
    expect([overview.status, overview.stdout.match(/run\d+\.tags\.zst/gu)]).toEqual([
      0,
      ["run2.tags.zst", "run10.tags.zst"],
    ]);
    const summed = JSON.parse((await here("rate", "--sum", "--bin", "1ms", "--json", "runs")).stdout);
    expect(summed).toMatchObject({ runs: 2, channels: [{ counts: [25] }, { counts: [25] }] });
  }, 60_000);

  it("of a block stands for its index-header, also to compare with", async () => {
    const named = JSON.parse((await here("index-header", "--json", "block")).stdout);
    expect(named).toMatchObject({ file: join("block", "index-header"), complete: true, label_values: 2 });
    // A folder with the name of a command is given as a path.
    expect((await here("./block")).stdout).toContain("job");
    const changed = await here("index-header", "block", "--diff", "full", "--json");
    expect([changed.status, changed.stdout]).toEqual([0, expect.stringContaining('"job"')]);
  }, 60_000);

  it("that is a repository is read as one, and one without known files is reported as a folder", async () => {
    expect((await here("repository")).stdout).toContain("main");
    for (const args of [["none"], ["stats", "none"], ["index-header", "none"]]) {
      const { status, stdout, stderr } = await here(...args);
      expect([status, stdout], args.join(" ")).toEqual([2, ""]);
      expect(stderr).toMatch(/none: this is a folder.*: name a file/u);
    }
  }, 60_000);
});

describe("a compressed file", () => {
  it("of gzip is read as what is inside", async () => {
    const of = async (name: string) => {
      const { status, stdout, stderr } = await here("stats", ...AS_TEXT, "--json", name);
      expect([status, stderr]).toEqual([0, ""]);
      const { file: _, bytes: __, ...numbers } = JSON.parse(stdout);
      return numbers;
    };
    expect(await of("text.csv.gz")).toEqual(await of("text.csv"));
    await here("convert", ...AS_TEXT, "text.csv.gz", "-o", "text.tags.zst");
    expect((await here("cat", "text.tags.zst")).stdout.split("\n")).toHaveLength(301);
  }, 60_000);

  it("is an offset header, an index-header, an index and a text for pack, too", async () => {
    const inner: Record<string, [content: string | Uint8Array, ...command: string[]]> = {
      header: ["v1=0:5,1:7", "offsets", "--json"],
      lines: ["3\t100\n15\t200\n", "pack", "-o", "packed.tags.zst", "--force"],
      values: [indexHeader({ job: ["api", "db"] }), "index-header", "--label", "job", "--tsv"],
      sparse: [indexHeader({ job: ["api"] }), "index-header", "--sparse", "-o", "made", "--force", "--json"],
      whole: [index({ job: ["api"] }), "index-header", "--from-index", "-o", "made", "--force", "--json"],
    };
    for (const [name, [content, ...command]] of Object.entries(inner)) {
      write(folder, name, content);
      const plain = await here(...command, name);
      expect([name, plain.status, plain.stderr]).toEqual([name, 0, ""]);
      write(folder, `${name}.gz`, gzipSync(content));
      write(folder, `${name}.zst`, rawFrame(Buffer.from(content)));
      for (const ending of [".gz", ".zst"]) {
        const packed = await here(...command, name + ending);
        expect(packed.stdout.replaceAll(ending, "")).toBe(plain.stdout);
        expect([name, packed.status, packed.stderr]).toEqual([name, 0, ""]);
      }
    }
    // A sparse header is a gzip file of its own.
    await here("index-header", "--sparse", "values", "-o", "sparse-index-header");
    expect((await here("index-header", "sparse-index-header")).stdout).toContain("sparse index-header");
  }, 60_000);

  it("of zstd with another content is refused with the way to decompress it", async () => {
    write(folder, "other.zst", rawFrame(Buffer.from("v1=0:5,1:7")));
    write(folder, "run.zst", readFileSync(join(folder, "runs/run2.tags.zst")));
    const out = ["-o", "refused", "--force"];
    for (const args of [
      ["index-header", "other.zst"],
      ["index-header", "values", "--diff", "other.zst"],
      ["index-header", "other.zst", "--diff", "values"],
      ["index-header", "--from-index", "other.zst", ...out],
      ["pack", "run.zst", ...out],
    ]) {
      const { status, stdout, stderr } = await here(...args);
      expect([status, stdout], args.join(" ")).toEqual([1, ""]);
      expect(stderr).toMatch(
        /(other|run)\.zst: this file is compressed by zstd.*: decompress it with zstd -d/u,
      );
    }
  }, 60_000);

  it("of gzip in a pipe is refused with what to do, unless it is read whole", async () => {
    const packed = gzipSync("3\t100\n15\t200\n");
    const out = ["-o", "piped.tags.zst", "--force"];
    for (const args of [
      ...[[], ["stats"], ["stats", ...AS_TEXT], ["cat"], ["header"], ["histogram"]],
      ...[
        ["convert", ...out, "-"],
        ["pack", ...out, "-"],
        ["g2", "--a", "3", "--b", "15"],
      ],
    ]) {
      const { status, stdout, stderr } = await tagview(args, packed, folder);
      expect([args, status, stdout]).toEqual([args, 1, ""]);
      expect(stderr).toMatch(/this input is compressed by gzip.*: name the file, .*gzip -dc/u);
    }
    for (const header of [gzipSync("v1=0:5,1:7"), Buffer.from(rawFrame(Buffer.from("v1=0:5,1:7")))]) {
      const { status, stderr } = await tagview(["offsets"], header, folder);
      expect([status, stderr]).toEqual([0, ""]);
    }
  }, 60_000);

  it("of gzip that is cut off is reported, with the way to test it", async () => {
    const { status, stderr } = await here("stats", ...AS_TEXT, "cut.csv.gz");
    expect([status, stderr]).toEqual([
      1,
      expect.stringMatching(/cut\.csv\.gz: the gzip data is damaged.*gzip -t/u),
    ]);
  }, 60_000);

  it("of gzip that is cut off has the tags of its whole lines, and none of the cut last line", async () => {
    const rows = Array.from({ length: 20_000 }, (_, k) => [[3, 15][k % 2], 1000 * k + ((k * k) % 7)]);
    const packed = gzipSync(rows.map(([channel, time]) => `${channel},${time}\n`).join(""));
    // More than the 64 KiB that determine the layout; their last line has the first digits of a time.
    for (const share of [0.5, 0.7, 0.9]) {
      write(folder, "shorter.csv.gz", packed.subarray(0, share * packed.length));
      const columns = ["--columns", "channel,time", "--unit", "ticks"];
      const { status, stdout } = await here("stats", "--json", ...columns, "shorter.csv.gz");
      const { tags, last, out_of_order } = JSON.parse(stdout);
      expect([status, out_of_order, last]).toEqual([1, 0, rows[tags - 1]?.[1]]);
    }
  }, 60_000);
});

it.each(["rate", "gaps", "stability", "pairs"])(
  "%s names the channels where a selected one is not there",
  async (command) => {
    const { status, stdout, stderr } = await here(command, "--channel", "99", "--json", "runs/run2.tags.zst");
    expect([status, stderr]).toEqual([
      1,
      expect.stringContaining("channel 99 of --channel has no tags here: choose from 3, 15"),
    ]);
    expect(JSON.parse(stdout).error).toMatchObject({ code: "no-channel" });
  },
  60_000,
);

it("bins of rates begin at --from, whichever tag is the first after it", async () => {
  const rate = async (...args: string[]) =>
    JSON.parse((await here("rate", "--bin", "500", "--json", ...args, "runs/run2.tags.zst")).stdout);
  expect(await rate()).toMatchObject({ start: 5000 });
  // Tags of channel 15 at 5,300, 5,500 and so on.
  expect(await rate("--from", "250", "--channel", "15")).toMatchObject({
    start: 5250,
    channels: [{ channel: 15, counts: [3, 2, 3, 1] }],
  });
  expect(await rate("--from", "99999")).toMatchObject({ start: null, channels: [] });
}, 60_000);

it("a text that can't be read leaves no partial result", async () => {
  write(folder, "letter.txt", "Dear Sir or Madam\n");
  const { status, stderr } = await here("partial", "stats", "letter.txt", "-o", "letter.part");
  expect([status === 0, stderr]).toEqual([false, expect.stringMatching(/letter\.txt|columns/u)]);
  expect((await here("combine", "letter.part")).stderr).toContain("there is no such file");
}, 60_000);
