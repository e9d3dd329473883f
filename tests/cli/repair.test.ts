/** Damaged and incomplete recordings: the output of `repair`, and commands that detect missing parts. */

import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { record, scratch, tagview } from "../support/command-line";
import { about } from "../support/other-taggers";

const folder = scratch();
const at = (name: string): string => join(folder, name);

// Ten frames of 100 tags.
const steady = Array.from({ length: 1000 }, (_, i): [number, bigint] => [i % 2 ? 15 : 3, 10n * BigInt(i)]);
const lines = (tags: [number, bigint][]): string =>
  tags.map(([channel, time]) => `${channel}\t${time}\n`).join("");

let whole: Buffer;
/** Where data frames begin. */
let frames: number[];

beforeAll(async () => {
  await record(at("whole.tags.zst"), steady, "--frame-tags", "100");
  whole = readFileSync(at("whole.tags.zst"));
  frames = [];
  const magic = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);
  for (let k = whole.indexOf(magic); k >= 0; k = whole.indexOf(magic, k + 4)) frames.push(k);
  expect(frames.length).toBe(10);
  const [, , , from = 0, to = 0] = frames;
  const damaged = Buffer.from(whole);
  damaged.fill(0, from + 20, from + 60);
  writeFileSync(at("damaged.tags.zst"), damaged);
  writeFileSync(at("cut.tags.zst"), whole.subarray(0, to));
  const blank = Buffer.alloc(to - from);
  blank.set([0x50, 0x2a, 0x4d, 0x18]);
  blank.writeUInt32LE(to - from - 8, 4);
  writeFileSync(at("dropped.tags.zst"), Buffer.concat([whole.subarray(0, from), blank, whole.subarray(to)]));
});

const json = async (...args: string[]) => {
  const { status, stdout } = await tagview([...args, "--json"], "", folder);
  return { status, ...JSON.parse(stdout) };
};

describe("repair", () => {
  it("writes every frame but the damaged one, and reports what was lost", async () => {
    const repaired = await json("repair", "damaged.tags.zst", "--force", "-o", "repaired.tags.zst");
    const [, , , from, to] = frames;
    expect(repaired).toMatchObject({
      status: 1,
      tags: 900,
      complete: false,
      error: { code: "corrupt-frame" },
      lost: [{ from, to, frames: 1, tags_estimate: 100 }],
    });
    expect((await json("verify", "repaired.tags.zst")).status).toBe(0);
    const { stdout } = await tagview(["cat", "repaired.tags.zst"], "", folder);
    expect(stdout).toBe(lines([...steady.slice(0, 300), ...steady.slice(400)]));
  });

  it("prints the same in sentences without --json", async () => {
    const { status, stdout, stderr } = await tagview(
      ["repair", "damaged.tags.zst", "-o", "told.tags.zst"],
      "",
      folder,
    );
    expect(status).toBe(1);
    expect(stdout).toMatch(
      /^damaged\.tags\.zst: 900 tags written to told\.tags\.zst\nlost: bytes [\d,]+ to [\d,]+, 1 frame, about 100 tags/,
    );
    expect(stderr).toMatch(/^tagview: damaged\.tags\.zst: /);
  });

  it("states how many tags of a cut frame were written, and that no beginning is lost", async () => {
    await tagview(["simulate", "--duration", "1s", "-o", "simulated.tags.zst"], "", folder);
    const whole = readFileSync(at("simulated.tags.zst"));
    writeFileSync(at("half.tags.zst"), whole.subarray(0, (whole.length * 6) / 10));
    const { status, stdout, stderr } = await tagview(
      ["repair", "half.tags.zst", "-o", "mended.tags.zst"],
      "",
      folder,
    );
    expect(status).toBe(1);
    const [, written = "", kept] =
      /^half\.tags\.zst: ([\d,]+) tags written .*\ndamaged: bytes \d+ to [\d,]+, 1 frame; ([\d,]+) tags written, about [\d,]+ tags lost$/mu.exec(
        stdout,
      ) ?? [];
    expect([kept, Number(written.replaceAll(",", "")) > 1000]).toEqual([written, true]);
    expect(stderr).not.toContain("tick length");
  });

  it("leaves nothing behind where nothing can be saved, and reports what to do with a pipe", async () => {
    writeFileSync(at("text"), "3\t100\n");
    expect((await json("repair", "text", "-o", "none.tags.zst")).error.code).toBe("unknown-format");
    const { status, stderr } = await tagview(["repair", "-", "-o", "none.tags.zst"], whole, folder);
    expect([status, stderr]).toEqual([2, expect.stringContaining("write it to a file")]);
    expect(existsSync(at("none.tags.zst"))).toBe(false);
    expect(readdirSync(folder).filter((name) => name.endsWith(".part"))).toEqual([]);
  });
});

describe("the length of a tick", () => {
  /** The recording with `bytes` at the place of its facts: after the announcement of its index. */
  const saying = (name: string, bytes: Uint8Array, of: Buffer): void =>
    writeFileSync(at(name), Buffer.concat([of.subarray(0, 24), bytes, of.subarray(24)]));
  const damaged = (): Buffer => readFileSync(at("damaged.tags.zst"));
  const tickOf = async (name: string): Promise<number> => (await json("stats", name)).tick_s;

  it("is that of the recording, be it sound or damaged", async () => {
    saying("picoseconds.tags.zst", about({ tick: "1ps", device: "X" }), whole);
    // The frames after the first one are not where the index states, so damage is reported in any case.
    saying("torn.tags.zst", about({ tick: "1ps", device: "X" }), damaged());
    await record(at("sound.tags.zst"), steady, "--tick", "1ps");
    for (const name of ["sound.tags.zst", "picoseconds.tags.zst", "torn.tags.zst"]) {
      const { tags, remarks } = await json("repair", name, "--force", "-o", "same.tags.zst");
      expect([tags > 0, remarks]).toEqual([true, []]);
      expect(await tickOf("same.tags.zst")).toBe(1e-12);
      expect((await json("verify", "same.tags.zst")).status).toBe(0);
    }
    expect((await tagview(["stats", "same.tags.zst"], "", folder)).stdout).toContain("X");
  });

  it.each([
    ["zeroed", (frame: Uint8Array) => frame.fill(0)],
    ["of another magic number", (frame: Uint8Array) => frame.fill(0x2b, 1, 2)],
    ["of another mark", (frame: Uint8Array) => frame.fill(0x58, 8, 9)],
    ["with a tick that is none", (frame: Uint8Array) => frame.fill(0x58, 22, 23)],
  ])("is unknown where the announcement is %s", async (_, damage) => {
    saying("lost.tags.zst", damage(about({ tick: "1ps" })), damaged());
    const repaired = await json("repair", "lost.tags.zst", "--force", "-o", "saved.tags.zst");
    expect(repaired).toMatchObject({ status: 1, tags: 900, remarks: [{ about: "out", code: "no-tick" }] });
    expect(await tickOf("saved.tags.zst")).toBe(156.25e-12);
    const { stderr } = await tagview(
      ["repair", "lost.tags.zst", "--force", "-o", "saved.tags.zst"],
      "",
      folder,
    );
    expect(stderr).toMatch(/^note: lost\.tags\.zst: .*tick length is lost.*tagview slice.*--tick/m);
  });

  it("is not mentioned if it was never stated", async () => {
    expect((await json("repair", "damaged.tags.zst", "--force", "-o", "saved.tags.zst")).remarks).toEqual([]);
  });
});

describe("what is missing", () => {
  const QUESTIONS = [
    ["stats"],
    ["rate", "--bin", "1us"],
    ["g2", "--a", "3", "--b", "15"],
    ["verify"],
    ["slice", "--force", "-o", "out.tags.zst"],
  ];

  it.each(QUESTIONS)("is noticed by %s where the end is cut off at a frame's border", async (...args) => {
    expect(await json(...args, "cut.tags.zst")).toMatchObject({
      status: 1,
      complete: false,
      error: { code: "truncated" },
    });
  });

  it.each(QUESTIONS.slice(0, 4))("is noticed by %s where a frame was dropped", async (...args) => {
    expect(await json(...args, "dropped.tags.zst")).toMatchObject({
      status: 1,
      complete: false,
      error: { code: "bad-index" },
    });
  });

  it("is noticed by cat and merge too", async () => {
    for (const name of ["cut.tags.zst", "dropped.tags.zst"]) {
      const cat = await tagview(["cat", name], "", folder);
      expect([cat.status, cat.stderr]).toEqual([1, expect.stringMatching(/index/)]);
      expect(
        (await json("merge", name, "whole.tags.zst", "--force", "-o", "merged.tags.zst")).inputs,
      ).toMatchObject([{ complete: false }, { complete: true }]);
    }
  });

  it("can't be known of a recording of others, which does not fail", async () => {
    const [first = 0, , third] = frames;
    writeFileSync(at("others.tags.zst"), whole.subarray(first, third));
    expect(await json("verify", "others.tags.zst")).toMatchObject({
      status: 0,
      complete: true,
      findings: [],
      remarks: [{ code: "end-unknown" }],
    });
    const { stdout } = await tagview(["verify", "others.tags.zst", "whole.tags.zst"], "", folder);
    expect(stdout).toMatch(/^others.*: sound.*\nothers.*: it has no index.*\nwhole.*: sound.*\n$/);
  });
});

describe("index", () => {
  it("is added to a recording in place, and leads to the same tags", async () => {
    const [first = 0] = frames;
    const bare = whole.subarray(first, whole.lastIndexOf(Buffer.from([0x54, 0x2a, 0x4d, 0x18])));
    const blank = Buffer.from([0x50, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 1, 2, 3]);
    writeFileSync(at("bare.tags.zst"), Buffer.concat([blank, bare, blank]));
    const indexed = await json("index", "--in-place", "bare.tags.zst");
    expect(indexed).toMatchObject({ status: 0, tags: 1000, frames: 10 });
    expect(await json("verify", "bare.tags.zst")).toMatchObject({
      status: 0,
      remarks: [{ code: "passed-over" }],
    });
    const range = ["--from", "3000", "--to", "3999"];
    const sliced = await json("slice", "bare.tags.zst", ...range, "--force", "-o", "part.tags.zst");
    expect(sliced).toMatchObject({ status: 0, tags: 100 });
    expect(sliced.bytes_read).toBeLessThan(indexed.bytes - bare.length / 2);
    expect((await tagview(["cat", "bare.tags.zst"], "", folder)).stdout).toBe(lines(steady));
    const again = await json("index", "--in-place", "bare.tags.zst");
    expect([again.status, again.error.message]).toEqual([2, expect.stringContaining("has an index already")]);
  });

  it("is not added to a damaged recording, which stays as it is", async () => {
    const damaged = readFileSync(at("damaged.tags.zst"));
    expect(await json("index", "--in-place", "damaged.tags.zst")).toMatchObject({
      status: 1,
      error: { code: "corrupt-frame" },
    });
    expect(readFileSync(at("damaged.tags.zst"))).toEqual(damaged);
  });
});

describe("what writes tags of a frame whose checksum does not match", () => {
  it("reports how many of them may be wrong", async () => {
    const bytes = Buffer.from(whole);
    // The last byte of the fourth frame is one of its checksum.
    const at = (frames[4] ?? 0) - 1;
    bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
    writeFileSync(join(folder, "wrong-checksum.tags.zst"), bytes);
    for (const [command, out] of [
      ["slice", "doubtful.tags.zst"],
      ["convert", "doubtful.tags.zst"],
      ["merge", "doubtful.tags.zst"],
      ["export", "doubtful.csv"],
    ] as const) {
      const args = [command, "wrong-checksum.tags.zst", "--force", "-o", out, "--json"];
      const { status, stdout, stderr } = await tagview(args, "", folder);
      const { inputs, ...answer } = JSON.parse(stdout);
      const reported = command === "merge" ? inputs[0] : answer;
      expect([command, status, reported]).toMatchObject([
        command,
        1,
        { doubtful_tags: 100, complete: false, error: { code: "checksum" } },
      ]);
      expect(stderr).toContain("100 tags of frames with a wrong checksum may be wrong");
      expect(stderr).toContain("`tagview repair` writes a recording without them");
      expect((await tagview([...args, "-q"], "", folder)).stderr).not.toContain("may be wrong");
    }
    const first = Buffer.from(whole.subarray(0, frames[1]));
    first.writeUInt8(first.readUInt8(first.length - 1) ^ 1, first.length - 1);
    writeFileSync(join(folder, "first.tags.zst"), first);
    const repaired = ["repair", "first.tags.zst", "--force", "-o", "repaired.tags.zst", "--json"];
    const { stdout } = await tagview(repaired, "", folder);
    expect([stdout.includes("with --keep-doubtful"), stdout.includes("keepDoubtful")]).toEqual([true, false]);
    const sound = await json("slice", "whole.tags.zst", "--force", "-o", "doubtful.tags.zst");
    expect(sound).toMatchObject({ status: 0, doubtful_tags: 0 });
  });
});
