/** Errors: one line, the right exit status, no files left behind. */

import { spawn, spawnSync } from "node:child_process";
import { closeSync, existsSync, mkdirSync, openSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { CLI, record, scratch, tagview, write } from "../support/command-line";

const folder = scratch();
const sound = join(folder, "sound.tags.zst");
let bytes: Buffer;

beforeAll(async () => {
  const tags: [number, bigint][] = Array.from({ length: 4000 }, (_, i) => [i % 2, BigInt(i * i)]);
  await record(sound, tags, "--frame-tags", "1000");
  bytes = readFileSync(sound);
});

/** `tagview: ... \n`, exactly one line. */
const ONE_LINE = /^tagview: [^\n]+\n$/;

it.each([
  ["stats", "nowhere"],
  ["serve", "nowhere"],
  ["g2", "--sum", "--a", "0", "--b", "1", sound, "nowhere"],
  ["partial", "stats", "nowhere", "-o", join(folder, "x.part")],
  ["lifetime", "--sync", "0", "--channel", "1", "--response", "nowhere", sound],
  ["index-header", "nowhere", "--diff", sound],
  ["offsets", "v1=0:5", "--diff", "@nowhere"],
])("names the file that is not there: %j", async (...args) => {
  const { status, stderr } = await tagview(args);
  expect([status, stderr]).toEqual([
    2,
    expect.stringMatching(/^tagview: .*nowhere: there is no such file: .*\n$/),
  ]);
});

describe("wrong usage", () => {
  it.each([
    [["frobnicate"], "frobnicate"],
    [["stats", "--frobnicate", "x"], "--frobnicate"],
    [["stats", "--json", "--tsv", "x"], "--tsv"],
    [["stats", "--tick", "5", "x"], "tick"],
    [["stats", "--channel", "-1", "x"], "channel"],
    [["stats", "--channel", "18446744073709551616", "x"], "channel"],
    [["stats", "--from", "5", "--to", "4", "x"], "--from"],
    [["stats", "--plot", "x.pdf", "x"], ".svg"],
    [["rate", "--bin", "soon", "x"], "soon"],
    [["gaps", "--range", "5", "x"], "FROM..TO"],
    [["gaps", "--log", "0", "x"], "--log"],
    [["pack", "x"], "--output"],
    [["pack", "--level", "99", "-o", "y", "x"], "--level"],
    [["offsets", "--lookup", "x", "v1=0:1"], "--lookup"],
  ])("%j is status 2 and a line that names it", async (args, named) => {
    const { status, stdout, stderr } = await tagview(args);
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(ONE_LINE);
    expect(stderr).toContain(named);
  });

  it("is no command at all", async () => {
    const { status, stdout, stderr } = await tagview([]);
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr).toContain("Usage: tagview COMMAND");
  });

  it("is not asking for help or the version", async () => {
    expect(await tagview(["--help"])).toMatchObject({
      status: 0,
      stderr: "",
      stdout: expect.stringContaining("stats"),
    });
    expect(await tagview(["gaps", "--help"])).toMatchObject({
      status: 0,
      stdout: expect.stringContaining("--log"),
    });
    expect((await tagview(["--version"])).stdout).toMatch(
      /^tagview \d+\.\d+\.\d+ \((libzstd|ruzstd) \d+\.\d+\.\d+\)\n$/,
    );
  });
});

describe("a question that can't be answered", () => {
  const pair = ["--a", "3", "--b", "15"];
  it.each([
    ["--bin", ["rate", "--bin", "0"]],
    ["--bin", ["rate", "--bin", "-5ns"]],
    ["--bin", ["gaps", "--bin", "0"]],
    ["--bin", ["g2", ...pair, "--bin", "0"]],
    ["--bin", ["delay", ...pair, "--bin", "0"]],
    ["--range", ["gaps", "--range", "5..4"]],
    ["--range", ["g2", ...pair, "--range", "5..4"]],
    ["--range", ["delay", ...pair, "--range", "5..4"]],
    ["--bin 11", ["gaps", "--range", "0..100000000", "--bin", "1"]],
    ["--bin 3", ["g2", ...pair, "--bin", "1", "--range", "0..20000000"]],
    ["--bin 3", ["delay", ...pair, "--bin", "1", "--range", "0..20000000"]],
    ["--bin and --log", ["g2", ...pair, "--bin", "1", "--log", "5"]],
    ["--window", ["coincidences", "--window", "-1"]],
    ["--window", ["coincidences", "--window", "9000000000000000000"]],
    ["pattern", ["coincidences", "--window", "1", "--pattern", "3,15,3"]],
    ["delays", ["coincidences", "--window", "1", "--delay", "3=1", "--delay", "3=2"]],
    ["15 of --b", ["g2", ...pair, "--channel", "3"]],
    ["15 of --b", ["delay", ...pair, "--channel", "3", "--channel", "16"]],
    ["16 of --pattern", ["coincidences", "--window", "1", "--pattern", "3,16", "--channel", "3"]],
  ])("is reported naming %s before any file is opened: %j", async (named, args) => {
    const { status, stdout, stderr } = await tagview([...args, "nowhere"], "", folder);
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(ONE_LINE);
    expect(stderr).toContain(named);
    expect(stderr).not.toContain("nowhere");
  });

  it.each([
    ["--a", ["g2", "--a", "7", "--b", "1"]],
    ["--b", ["delay", "--a", "1", "--b", "7"]],
    ["--pattern", ["coincidences", "--window", "1", "--pattern", "0,1", "--pattern", "1,7"]],
    ["--channel", ["coincidences", "--window", "1", "--channel", "0", "--channel", "7"]],
    ["--period", ["g2", "--a", "0", "--b", "1", "--period", "ch7"]],
    ["--delay", ["coincidences", "--window", "1", "--delay", "7=5"]],
  ])("names the channel of %s that is not in the file, by its index alone", async (option, args) => {
    const sentence = `channel 7 of ${option} has no tags here: choose from 0`;
    // The index is sound and the frames are damaged: reading them would report the damage.
    const holes = Buffer.from(bytes);
    holes.fill(0xee, 0, bytes.lastIndexOf(Buffer.from([0x28, 0xb5, 0x2f, 0xfd])));
    const path = write(folder, "holes.tags.zst", holes);
    const early = await tagview([...args, "--json", path]);
    expect(early.status).toBe(1);
    expect(early.stderr).toBe(`tagview: ${path}: ${sentence}, 1\n`);
    expect(JSON.parse(early.stdout)).toMatchObject({ complete: false, error: { code: "no-channel" } });
    // A clock takes a pass of its own, which a pipe does not have.
    if (option === "--period") return;
    // And without an index, after reading.
    const late = await tagview([...args, "--json"], bytes);
    expect(late.status).toBe(1);
    expect(late.stderr).toContain(`tagview: -: ${sentence}`);
    expect(JSON.parse(late.stdout)).toMatchObject({ error: { code: "no-channel" } });
    if (args[0] === "g2") expect((await tagview(args, bytes)).stdout, "an empty chart").toBe("");
  });
});

describe("hardly any tags", () => {
  const commands = [
    ["stats"],
    ["rate"],
    ["rate", "--bin", "5"],
    ["gaps"],
    ["gaps", "--log", "3"],
    ["g2", "--a", "3", "--b", "3"],
    ["g2", "--a", "3", "--b", "15"],
    ["g2", "--a", "3", "--b", "15", "--log", "3"],
    ["delay", "--a", "3", "--b", "15"],
    ["delay", "--a", "3", "--b", "3"],
    ["coincidences", "--window", "5"],
    ["coincidences", "--window", "5", "--pattern", "3,15"],
    ["verify"],
  ];
  const none: [number, bigint][] = [];
  it.each([
    ["no tag", none],
    ["one tag", [[3, 7n]] as [number, bigint][]],
    [
      "no time between the tags",
      [
        [3, 7n],
        [15, 7n],
        [3, 7n],
      ] as [number, bigint][],
    ],
  ])("give null and no failure: %s", async (name, tags) => {
    const path = join(folder, `${name}.tags.zst`);
    await record(path, tags);
    const noted = tags.length === 0 ? /^note: [^\n]+: the recording has no tags\n$/ : /^$/;
    for (const args of commands) {
      const { status, stdout, stderr } = await tagview([...args, "--json", path]);
      expect([...args, stdout]).not.toContain("NaN");
      const json = JSON.parse(stdout);
      // A missing channel or peak is reported; nothing else is wrong.
      if (json.error !== null) expect(json.error.code).toMatch(/^no-(channel|peak)$/);
      expect([...args, status]).toEqual([...args, json.error === null ? 0 : 1]);
      expect(stderr).toMatch(json.error === null ? noted : ONE_LINE);
      if (args[0] === "stats") for (const channel of json.channels) expect(channel.rate_hz).toBeNull();
      if (args[0] === "delay") expect(json.delay).toBeNull();
      if (args[0] === "g2") expect(json.g2.every((value: unknown) => value === null)).toBe(true);
      if (args[0] === "coincidences") {
        for (const pattern of json.patterns) {
          expect(pattern).toMatchObject({ accidentals: null, car: null });
        }
      }
    }
  });
});

describe("files that can't be opened", () => {
  it("are status 2 and a plain sentence", async () => {
    expect(await tagview(["stats", "nowhere"], "", folder)).toEqual({
      status: 2,
      stdout: "",
      stderr: "tagview: nowhere: there is no such file: check the name\n",
    });
    mkdirSync(join(folder, "empty"));
    expect((await tagview(["cat", join(folder, "empty")])).status).toBe(2);
    expect((await tagview(["pack", sound, "-o", join(folder, "no", "folder")])).status).toBe(2);
    expect((await tagview(["serve", "nowhere"], "", folder)).status).toBe(2);
  });

  it("have their JSON line too, and do not stop the others", async () => {
    const { status, stdout } = await tagview(["stats", "--json", "nowhere", sound], "", folder);
    expect(status).toBe(2);
    const [first, second] = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(first).toMatchObject({
      file: "nowhere",
      tags: 0,
      first: null,
      complete: false,
      error: { code: "open-failed", offset: null },
      channels: [],
    });
    expect(second).toMatchObject({ tags: 4000, complete: true, error: null });
  });

  it("can't write to the terminal through their names", async () => {
    const { stderr } = await tagview(["stats", "a\u001b[31m\nb\u202e"], "", folder);
    expect(stderr).toBe("tagview: a\\x1b[31m\\x0ab\\u202e: there is no such file: check the name\n");
  });
});

describe("damaged files", () => {
  it("print the part that was read, and state where it ends", async () => {
    const cut = write(folder, "cut.tags.zst", bytes.subarray(0, Math.floor(bytes.length * 0.6)));
    const json = JSON.parse((await tagview(["stats", "--json", cut])).stdout);
    expect(json).toMatchObject({ complete: false, error: { code: "truncated" } });
    expect(json.tags).toBeGreaterThanOrEqual(1000);
    expect(json.tags).toBeLessThan(4000);
    const human = await tagview(["stats", cut]);
    expect(human.status).toBe(1);
    expect(human.stdout).toContain("incomplete");
    expect(human.stderr).toMatch(/^tagview: [^\n]+ \(at byte \d+\)[^\n]*\n$/);
    const text = await tagview(["cat", cut]);
    expect(text.status).toBe(1);
    expect(text.stdout.split("\n").length - 1).toBe(json.tags);
    expect((await tagview(["verify", cut])).stdout).toMatch(/: truncated: /);
  });

  it("continue after a damaged frame if another one follows", async () => {
    const flipped = Buffer.from(bytes);
    // In the middle of the second of five frames (four with tags, one with the index).
    const at = Math.floor(bytes.length * 0.35);
    flipped[at] = (flipped[at] ?? 0) ^ 0x10;
    const path = write(folder, "flipped.tags.zst", flipped);
    const { status, stdout } = await tagview(["stats", "--json", path]);
    expect(status).toBe(1);
    const json = JSON.parse(stdout);
    expect(json.complete).toBe(false);
    expect(json.tags).toBeGreaterThanOrEqual(3000);
    expect(json.tags).toBeLessThanOrEqual(4000);
  });

  it.each([
    ["nothing", "", "empty"],
    ["text", "Dear Sir or Madam,\n", "unknown-format"],
    ["zeros", new Uint8Array(4096), undefined],
    ["a list of 2^60 tags", listOf(2n ** 60n), undefined],
    ["noise", Uint8Array.from({ length: 5000 }, (_, i) => (i * i * 31 + 7) & 255), undefined],
  ])("%s is status 1 and a code", async (name, content, code) => {
    const path = write(folder, name, content);
    const { status, stdout, stderr } = await tagview(["stats", "--json", path]);
    expect(status).toBe(1);
    expect(stderr).toMatch(ONE_LINE);
    const { error, complete } = JSON.parse(stdout);
    expect(complete).toBe(false);
    expect(error.code).toMatch(/^[a-z]+(-[a-z]+)*$/);
    if (code !== undefined) expect(error.code).toBe(code);
  });
});

//  segment count - 1 = 0, size 4 words | root: struct, 0 data, 1 pointer | list, size 7, all words |
//  tag word: count << 2, 2 data words, 0 pointers
function listOf(count: bigint): Uint8Array {
  const words = new BigUint64Array([
    4n << 32n,
    1n << 48n,
    1n | (7n << 32n) | (0x1fff_ffffn << 35n),
    ((count << 2n) & 0xffff_ffffn) | (2n << 32n),
    0n,
  ]);
  return new Uint8Array(words.buffer);
}

describe("pipes", () => {
  it("may be closed early: that is success", () => {
    const many = join(folder, "many.tags.zst");
    // So long that several workers are at it.
    expect(spawnSync(process.execPath, [CLI, "simulate", "--duration", "12s", "-o", many]).status).toBe(0);
    const script = `"$1" "$2" cat "$3" | head -n 1; echo "\${PIPESTATUS[0]}"`;
    const { stdout, stderr } = spawnSync("bash", ["-c", script, "bash", process.execPath, CLI, many]);
    expect(stderr.toString()).toBe("");
    expect(stdout.toString()).toMatch(/^\d+\t\d+\n0\n$/);
  });

  it("may have a name, and are read to the end", () => {
    const script = 'mkfifo "$4" && { cat "$3" > "$4" & "$1" "$2" stats --tsv "$4"; wait $!; echo $?; }';
    const named = join(folder, "named");
    const { stdout } = spawnSync("bash", ["-c", script, "bash", process.execPath, CLI, sound, named], {
      timeout: 20_000,
    });
    const table = spawnSync(process.execPath, [CLI, "stats", "--tsv", sound]).stdout.toString();
    expect(stdout.toString()).toBe(`${table.replaceAll(sound, named)}0\n`);
  });

  it("may be slow: nothing is lost", () => {
    const script = `"$1" "$2" cat "$3" | (sleep 0.3; cat) | "$1" "$2" pack - -o - | "$1" "$2" cat | md5sum;
                    "$1" "$2" cat "$3" | md5sum`;
    const { stdout } = spawnSync("bash", ["-c", script, "bash", process.execPath, CLI, sound]);
    const [there, here] = stdout.toString().trim().split("\n");
    expect(there).toBe(here);
    expect(there).toMatch(/^[0-9a-f]{32}/);
  });
});

describe("interruption", () => {
  it("is status 130 and leaves nothing behind", async () => {
    const child = spawn(process.execPath, [CLI, "pack", "-", "-o", join(folder, "half.tags.zst")]);
    const closed = new Promise((resolve) => child.on("close", resolve));
    // Data in transit when the command ends are lost, as intended.
    child.stdin.on("error", () => {});
    child.stdin.write("1\t1\n".repeat(100_000));
    await expect.poll(() => drafts().length, { timeout: 5000 }).toBe(1);
    child.kill("SIGINT");
    expect(await closed).toBe(130);
    expect(drafts()).toEqual([]);
  });

  it("reaches a command that waits for its input", async () => {
    const child = spawn(process.execPath, [CLI, "stats"]);
    const closed = new Promise((resolve) => child.on("close", resolve));
    child.stdin.on("error", () => {});
    // The beginning of a skippable frame of 2 GiB, longer than a pipe holds: once it is written, the
    // command is reading, and waits for the rest.
    const begun = new Uint8Array(1 << 20);
    begun.set([0x50, 0x2a, 0x4d, 0x18, 0xff, 0xff, 0xff, 0x7f]);
    await new Promise((resolve) => child.stdin.write(begun, resolve));
    child.kill("SIGINT");
    expect(await closed).toBe(130);
  });
});

function drafts(): string[] {
  return readdirSync(folder).filter((name) => name.endsWith(".part"));
}

describe("an output that can't be written", () => {
  const commands: [string, (output: string) => string[]][] = [
    ["slice", (output) => ["slice", "--from", "5", "-o", output, sound]],
    ["stats --plot", (output) => ["stats", "--plot", `${output}.svg`, sound]],
  ];
  describe.each(commands)("%s", (_, args) => {
    it.each([
      ["in a file", join(sound, "x"), "ENOTDIR", "a part of its path is a file"],
      ["in no folder", join(folder, "nowhere", "x"), "ENOENT", "make its folder"],
      ["of too long a name", join(folder, "x".repeat(300)), "ENAMETOOLONG", "shorter name"],
    ])("%s is status 2, and it is reported why", async (_, output, code, remedy) => {
      const { status, stderr } = await tagview(args(output));
      expect(status).toBe(2);
      expect(stderr).toMatch(ONE_LINE);
      expect(stderr).toContain(`can't be written (${code})`);
      expect(stderr).toContain(remedy);
    });
  });

  it("is a folder", async () => {
    const { status, stderr } = await tagview(["slice", "--from", "5", "-o", folder, sound]);
    expect([status, stderr.includes("(EISDIR): name a file in this folder")]).toEqual([2, true]);
  });
});

// A device of Linux, which is always full.
describe.skipIf(!existsSync("/dev/full"))("a full disk", () => {
  it.each([
    [["cat", sound], "standard output"],
    [["stats", "--json", sound], "standard output"],
    [["--help"], "standard output"],
    [["stats", "-h"], "standard output"],
    [["help", "g2"], "standard output"],
    [["slice", "--from", "5", "-o", "-", sound], "standard output"],
    [["slice", "--from", "5", "-o", "/dev/full", sound], "/dev/full"],
  ])("%j reports what can't be written", (args, named) => {
    const full = openSync("/dev/full", "w");
    const { status, stderr } = spawnSync(process.execPath, [CLI, ...args], {
      stdio: ["ignore", full, "pipe"],
      encoding: "utf8",
    });
    closeSync(full);
    expect(status).toBe(2);
    expect(stderr).toMatch(ONE_LINE);
    expect(stderr).toContain(`${named} can't be written (ENOSPC)`);
  });
});
