/** `slice` and `merge`: their output, and the files left after a failure. */

import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { realData, record, scratch, tagview, write } from "../support/command-line";
import { framesOf } from "../support/frames";

const SCHEMA = fileURLToPath(new URL("../../crates/core/schema/tags.capnp", import.meta.url));
const folder = scratch();

// A tag every 10 ticks from time 1000 on, channels 3 and 15 by turns; ten frames of 100 tags.
const steady = Array.from({ length: 1000 }, (_, i): [number, bigint] => [
  i % 2 ? 15 : 3,
  1000n + 10n * BigInt(i),
]);

beforeAll(async () => {
  await record(join(folder, "steady.tags.zst"), steady, "--frame-tags", "100");
  await record(join(folder, "a.tags.zst"), [
    [1, 0n],
    [1, 100n],
    [1, 200n],
  ]);
  await record(join(folder, "b.tags.zst"), [
    [2, 0n],
    [2, 90n],
    [2, 201n],
  ]);
});

async function good(args: string[], input: string | Uint8Array = ""): Promise<string> {
  const { status, stdout, stderr } = await tagview(args, input, folder);
  expect([status, stderr]).toEqual([0, ""]);
  return stdout;
}

const lines = (tags: [number, bigint][]): string =>
  tags.map(([channel, time]) => `${channel}\t${time}\n`).join("");
const at = (name: string): string => join(folder, name);

function drafts(): string[] {
  return readdirSync(folder).filter((name) => name.endsWith(".part"));
}

const missing = ["zstd", "capnp"].filter((tool) => spawnSync(tool, ["--version"]).status !== 0);
if (missing.length > 0)
  console.log(`skipped: what the original tools read; there is no ${missing.join(", no ")}`);

/** The file's text according to the original tools; undefined if they are not installed. */
function byOriginalTools(path: string): string | undefined {
  if (missing.length > 0) return undefined;
  const script = `set -o pipefail; zstd -dc "$1" | capnp convert binary:text "$2" Tags`;
  const { status, stdout, stderr } = spawnSync("bash", ["-c", script, "bash", path, SCHEMA], {
    maxBuffer: 1 << 28,
  });
  expect([status, stderr.toString()]).toEqual([0, ""]);
  return stdout.toString();
}

describe("recordings joined to one file by their bytes", () => {
  it("are read completely, and an index of only one of them is reported, as by verify", async () => {
    const both = ["a.tags.zst", "b.tags.zst"].map((name) => readFileSync(join(folder, name)));
    write(folder, "ab.tags.zst", Buffer.concat(both));
    const verified = await tagview(["verify", "ab.tags.zst"], "", folder);
    const [finding = ""] = verified.stdout.split("\n");
    expect(finding).toContain("ab.tags.zst: bad-index: the file's index describes");
    for (const args of [["stats"], ["rate", "--tsv"], ["g2", "--a", "1", "--b", "2", "--json"]]) {
      const { status, stderr } = await tagview([...args, "ab.tags.zst"], "", folder);
      expect([status, stderr]).toEqual([0, `note: ${finding}\n`]);
      expect((await tagview([...args, "-q", "ab.tags.zst"], "", folder)).stderr).toBe("");
    }
    const { tags, complete, remarks } = JSON.parse(await good(["stats", "--json", "-q", "ab.tags.zst"]));
    expect({ tags, complete, remarks }).toEqual({
      tags: 6,
      complete: true,
      remarks: [
        { about: "complete", code: "bad-index", message: finding.slice("ab.tags.zst: bad-index: ".length) },
      ],
    });
  });
});

describe("recordings with ticks of different lengths, joined to one file by their bytes", () => {
  const TICKS = { none: [], usual: ["--tick", "156.25ps"], ps: ["--tick", "1ps"], ns: ["--tick", "1ns"] };
  type TickName = keyof typeof TICKS;
  const read = (name: string): Buffer => readFileSync(at(`tick-${name}.tags.zst`));
  const joined = (names: readonly TickName[]): { name: string; second: number } => {
    const parts = names.map(read);
    write(folder, "ticks.tags.zst", Buffer.concat(parts));
    return { name: "ticks.tags.zst", second: parts[0]?.length ?? 0 };
  };
  const json = async (...args: string[]) => {
    const { status, stdout } = await tagview([...args, "--json"], "", folder);
    return { status, ...JSON.parse(stdout) };
  };

  beforeAll(async () => {
    for (const [name, options] of Object.entries(TICKS))
      await record(at(`tick-${name}.tags.zst`), steady, "--frame-tags", "100", ...options);
  });

  it.each([[["ps", "ns"]], [["none", "ps"]], [["ps", "none"]], [["ps", "usual", "ps"]]] as const)(
    "are reported like damage where the second begins: %j",
    async (names) => {
      const { name, second } = joined(names);
      const damage = { code: "other-tick", offset: second };
      const questions = [
        ["stats"],
        ["rate", "--bin", "1us"],
        ["g2", "--a", "3", "--b", "15"],
        ["coincidences", "--window", "2ns"],
      ];
      for (const question of questions) {
        const { status, complete, error } = await json(...question, name);
        expect([question[0], status, complete, error]).toMatchObject([question[0], 1, false, damage]);
      }
      expect(await json("verify", name)).toMatchObject({
        status: 1,
        findings: expect.arrayContaining([expect.objectContaining(damage)]),
      });
      // The index of the last recording is wrong too: this follows from the finding, and is not reported.
      const { findings } = await json("verify", name);
      expect(findings).not.toContainEqual(expect.objectContaining({ code: "bad-index" }));
      const cat = await tagview(["cat", name], "", folder);
      expect([cat.status, cat.stdout]).toEqual([1, lines(names.flatMap(() => steady))]);
      expect(cat.stderr).toMatch(
        new RegExp(`^tagview: ticks\\.tags\\.zst: .*tick.* \\(at byte ${second}\\): `),
      );
      const piped = await tagview(["stats", "-", "--json"], readFileSync(at(name)), folder);
      expect([piped.status, JSON.parse(piped.stdout).error]).toMatchObject([1, damage]);
    },
  );

  it("are not written into one recording of one tick", async () => {
    const { name, second } = joined(["ps", "ns"]);
    for (const command of ["slice", "convert", "repair", "merge", "export"]) {
      const out = command === "export" ? "ticks.csv" : "out-of-ticks.tags.zst";
      // The index at the end keeps these from reading the file here and there.
      const isPiped = command === "slice" || command === "convert";
      const input = isPiped ? readFileSync(at(name)) : "";
      const { status, stderr } = await tagview([command, isPiped ? "-" : name, "-o", out], input, folder);
      expect([command, status, existsSync(at(out))]).toEqual([command, 1, false]);
      expect(stderr).toContain(`(at byte ${second})`);
    }
    expect(drafts()).toEqual([]);
  });

  it.each([[["ps", "ps"]], [["none", "none"]], [["none", "usual"]], [["usual", "none", "none"]]] as const)(
    "are nothing to tell of where they are the same: %j",
    async (names) => {
      const { status, complete, error } = await json("stats", joined(names).name);
      expect([status, complete, error]).toEqual([0, true, null]);
    },
  );

  it("are reported by all workers alike, of a file that is read in parts", async () => {
    const many = Array.from({ length: 400_000 }, (_, k): [number, bigint] => [
      3 + 12 * (k % 2),
      BigInt(k * 1000 + ((k * k * 7919) % 997)),
    ]);
    for (const name of ["ps", "ns"] as const)
      await record(
        at(`tick-${name}-long.tags.zst`),
        many,
        "--frame-tags",
        "20000",
        "--level",
        "1",
        ...TICKS[name],
      );
    const parts = [read("ps-long"), read("ps-long"), read("ns-long"), read("ps-long")];
    const second = 2 * read("ps-long").length;
    write(folder, "long.tags.zst", Buffer.concat(parts));
    expect(statSync(at("long.tags.zst")).size).toBeGreaterThan(3 << 20);
    for (const question of [["stats"], ["g2", "--a", "3", "--b", "15"], ["verify"]]) {
      const { error, findings = [error] } = await json(...question, "long.tags.zst");
      expect(findings).toContainEqual(expect.objectContaining({ code: "other-tick", offset: second }));
    }
    const { status, stderr } = await tagview(["cat", "long.tags.zst"], "", folder);
    expect([status, stderr]).toEqual([1, expect.stringContaining(`(at byte ${second})`)]);
  });
});

describe("slice", () => {
  it("writes the selected tags, with times from the first tag on and both ends included", async () => {
    await good(["slice", "steady.tags.zst", "--from", "20", "--to", "60", "--force", "-o", "part.tags.zst"]);
    expect(await good(["cat", "part.tags.zst"])).toBe(lines(steady.slice(2, 7)));
    const args = ["--from", "20", "--to", "60", "--channel", "15", "--force", "-o", "part.tags.zst"];
    await good(["slice", "steady.tags.zst", ...args]);
    expect(await good(["cat", "part.tags.zst"])).toBe("15\t1030\n15\t1050\n");
    expect(await good(["verify", "part.tags.zst"])).toContain("sound, 2 tags in 1 frame");
    const original = byOriginalTools(at("part.tags.zst"));
    if (original !== undefined) {
      expect(original.replaceAll(/\s/g, "")).toBe("(tags=[[(time=1030,channel=15),(time=1050,channel=15)]])");
    }
  });

  it("reports the written tags, and reads no frame outside the range", async () => {
    const bytes = readFileSync(at("steady.tags.zst"));
    // All but the third frame, which has times 2000 to 2990 after the first, and the index.
    const frames = framesOf(bytes);
    expect(frames.length).toBe(10);
    bytes.fill(0xee, 0, frames[2]);
    bytes.fill(0xee, frames[3], frames[9]);
    write(folder, "holes.tags.zst", bytes);
    const args = ["--from", "2000", "--to", "2990", "--frame-tags", "40", "-o", "third.tags.zst"];
    const json = JSON.parse(await good(["slice", "holes.tags.zst", ...args, "--json"]));
    expect(json).toMatchObject({
      file: "holes.tags.zst",
      out: "third.tags.zst",
      tags: 100,
      frames: 3,
      bytes: statSync(at("third.tags.zst")).size,
      complete: true,
      error: null,
    });
    expect(json.bytes_read).toBeLessThan(bytes.length / 2);
    expect(await good(["cat", "third.tags.zst"])).toBe(lines(steady.slice(200, 300)));
  });

  it("gives the same bytes through a pipe, in both directions", async () => {
    const range = ["--from", "995", "--to", "4000"];
    await good(["slice", "steady.tags.zst", ...range, "-o", "file.tags.zst"]);
    const script = `"$1" "$2" slice - ${range.join(" ")} -o - < "$3" | cat > "$4"`;
    const cli = fileURLToPath(new URL("../../cli/bin/tagview.js", import.meta.url));
    const paths = [process.execPath, cli, at("steady.tags.zst"), at("piped.tags.zst")];
    expect(spawnSync("bash", ["-c", script, "bash", ...paths]).status).toBe(0);
    expect(readFileSync(at("piped.tags.zst")).equals(readFileSync(at("file.tags.zst")))).toBe(true);
  });

  it("uses the part before damage, and reports that it is incomplete", async () => {
    const bytes = readFileSync(at("steady.tags.zst"));
    write(folder, "cut.tags.zst", bytes.subarray(0, Math.floor(bytes.length * 0.4)));
    const { status, stdout, stderr } = await tagview(
      ["slice", "cut.tags.zst", "--from", "100", "--force", "-o", "saved.tags.zst", "--json"],
      "",
      folder,
    );
    expect(status).toBe(1);
    expect(stderr).toMatch(/^tagview: cut\.tags\.zst: .*\(at byte \d+\)/);
    const json = JSON.parse(stdout);
    expect(json).toMatchObject({ complete: false, error: { code: "truncated" } });
    const text = await good(["cat", "saved.tags.zst"]);
    expect(text.split("\n").length - 1).toBe(json.tags);
    expect(lines(steady.slice(10)).startsWith(text) && json.tags > 90).toBe(true);
  });

  it("is an error if the index belongs to another file, and leaves no file", async () => {
    const joined = Buffer.concat(["a.tags.zst", "b.tags.zst"].map((name) => readFileSync(at(name))));
    write(folder, "joined.tags.zst", joined);
    const { status, stdout, stderr } = await tagview(
      ["slice", "joined.tags.zst", "-o", "never.tags.zst", "--json"],
      "",
      folder,
    );
    expect(status).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ tags: null, bytes: null, error: { code: "bad-index" } });
    expect(stderr).toContain("tagview slice -");
    expect(existsSync(at("never.tags.zst"))).toBe(false);
    expect(drafts()).toEqual([]);
    // As the message states, a pipe provides no index.
    await good(["slice", "-", "-o", "joined-piped.tags.zst"], joined);
    expect((await good(["cat", "joined-piped.tags.zst"])).split("\n").length - 1).toBe(6);
    expect((await tagview(["verify", "joined.tags.zst"], "", folder)).stdout).toMatch(/: bad-index: /);
  });

  it.each([
    ["-o", ["steady.tags.zst"]],
    ["standard output", ["steady.tags.zst", "--json", "-o", "-"]],
    ["--from", ["steady.tags.zst", "--from", "5", "--to", "4", "-o", "x"]],
    ["level", ["steady.tags.zst", "--level", "20", "-o", "x"]],
    ["no such file", ["nowhere", "-o", "x"]],
  ])("is wrong usage, naming %s", async (word, args) => {
    const { status, stderr } = await tagview(["slice", ...args], "", folder);
    expect(status).toBe(2);
    expect(stderr).toContain(word);
    expect(existsSync(at("x"))).toBe(false);
  });
});

describe("merge", () => {
  it("orders by time, ties in the order of the recordings", async () => {
    await good(["merge", "b.tags.zst", "a.tags.zst", "--force", "-o", "both.tags.zst"]);
    const both = "2\t0\n1\t0\n2\t90\n1\t100\n1\t200\n2\t201\n";
    expect(await good(["cat", "both.tags.zst"])).toBe(both);
    expect(await good(["verify", "both.tags.zst"])).toContain("sound, 6 tags");
    const original = byOriginalTools(at("both.tags.zst"));
    if (original !== undefined) {
      expect(original.match(/(?<=channel = )\d/g)?.join()).toBe("2,1,2,1,1,2");
    }
  });

  it("adds an offset to each recording, and reports the written tags", async () => {
    const offsets = ["--offset", "2=-1", "--offset", "1=1.5625ns"];
    const args = ["merge", "a.tags.zst", "-", ...offsets, "--force", "-o", "both.tags.zst", "--json"];
    const json = JSON.parse(await good(args, readFileSync(at("b.tags.zst"))));
    expect(json).toEqual({
      out: "both.tags.zst",
      tags: 6,
      frames: 1,
      bytes: statSync(at("both.tags.zst")).size,
      complete: true,
      error: null,
      inputs: [
        { file: "a.tags.zst", offset: 10, tags: 3, doubtful_tags: 0, complete: true, error: null },
        { file: "-", offset: -1, tags: 3, doubtful_tags: 0, complete: true, error: null },
      ],
    });
    expect(await good(["cat", "both.tags.zst"])).toBe("2\t-1\n1\t10\n2\t89\n1\t110\n2\t200\n1\t210\n");
  });

  it("takes the selected tags of each, with times from its own first tag on", async () => {
    await good(["merge", "a.tags.zst", "steady.tags.zst", "--to", "100", "-o", "early.tags.zst"]);
    expect(await good(["cat", "early.tags.zst"])).toBe(`1\t0\n1\t100\n${lines(steady.slice(0, 11))}`);
  });

  it("uses the part before damage, and names the recording", async () => {
    const bytes = readFileSync(at("steady.tags.zst"));
    write(folder, "cut.tags.zst", bytes.subarray(0, Math.floor(bytes.length * 0.4)));
    const { status, stdout, stderr } = await tagview(
      ["merge", "a.tags.zst", "cut.tags.zst", "-o", "most.tags.zst", "--json"],
      "",
      folder,
    );
    expect(status).toBe(1);
    expect(stderr).toMatch(/^tagview: cut\.tags\.zst: [^\n]*\n$/);
    const json = JSON.parse(stdout);
    expect(json).toMatchObject({ complete: false, error: { code: "truncated" } });
    expect(json.inputs.map(({ complete }: { complete: boolean }) => complete)).toEqual([true, false]);
    expect(json.tags).toBe(3 + json.inputs[1].tags);
    expect(await good(["cat", "most.tags.zst"])).toMatch(/^1\t0\n1\t100\n1\t200\n3\t1000\n15\t1010\n/);
  });

  it.each([
    [
      1,
      "order",
      "far.tags.zst: a tag at the time 5 is 1999995 ticks earlier than one before it",
      ["a.tags.zst", "far.tags.zst"],
    ],
    [2, "usage", "late.tags.zst: the time ", ["a.tags.zst", "late.tags.zst", "--offset", "2=1"]],
    [2, "open-failed", "nowhere: there is no such file", ["a.tags.zst", "nowhere"]],
  ])(
    "ends with status %i and code %s where it can't, and leaves nothing behind",
    async (status, code, sentence, args) => {
      await record(at("far.tags.zst"), [
        [1, 0n],
        [1, 2_000_000n],
        [1, 5n],
      ]);
      await record(at("late.tags.zst"), [[1, 2n ** 63n - 1n]]);
      const ran = await tagview(["merge", ...args, "-o", "never.tags.zst", "--json"], "", folder);
      expect(ran.status).toBe(status);
      expect(ran.stderr).toContain(`tagview: ${sentence}`);
      expect(JSON.parse(ran.stdout)).toMatchObject({ bytes: null, complete: false, error: { code } });
      expect(existsSync(at("never.tags.zst"))).toBe(false);
      expect(drafts()).toEqual([]);
    },
  );

  it.each([
    ["--offset", ["a.tags.zst", "--offset", "soon"]],
    ["--offset 2=5", ["a.tags.zst", "--offset", "2=5"]],
    ["two offsets", ["a.tags.zst", "--offset", "1=5", "--offset", "1=6"]],
    ["standard input", ["-", "-"]],
    ["file", []],
  ])("is wrong usage, naming %s", async (word, args) => {
    const { status, stderr } = await tagview(["merge", ...args, "-o", "x"], "", folder);
    expect(status).toBe(2);
    expect(stderr).toContain(word);
    expect(existsSync(at("x"))).toBe(false);
  });
});

const data = realData();
describe.skipIf(data === undefined)("real recordings", () => {
  it("come back from their halves", async () => {
    const original = join(data ?? "", "500k-10-frames.tags.zst");
    await good(["slice", original, "--to", "1s", "-o", "first.tags.zst"]);
    await good(["slice", original, "--from", "1.00000000015625s", "-o", "rest.tags.zst"]);
    await good(["merge", "rest.tags.zst", "first.tags.zst", "-o", "whole.tags.zst"]);
    const text = await good(["cat", "whole.tags.zst"]);
    expect(text === (await good(["cat", original]))).toBe(true);
    expect(byOriginalTools(at("whole.tags.zst"))?.match(/time =/g)?.length ?? 500_000).toBe(500_000);
  });
});
