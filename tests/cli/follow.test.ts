/** `stats --follow`: a recording that another process writes meanwhile. */

import { type ChildProcess, spawn } from "node:child_process";
import { appendFileSync, renameSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Ajv2020 } from "ajv/dist/2020";
import { afterEach, beforeAll, expect, it } from "vitest";
import { CLI, scratch, tagview } from "../support/command-line";
import { concat, message, rawFrame } from "../support/frames";

interface Line {
  frames: number;
  tags: number;
  bytes: number;
  complete: boolean;
  error: { code: string } | null;
  follow: { state: string; pending: number };
}

const folder = scratch();
const own = join(folder, "own.tags.zst");
const APPENDER = fileURLToPath(new URL("../support/appender.mjs", import.meta.url));

/** Frames as others write them: of one message each, without an index. */
const frames = Array.from({ length: 12 }, (_, k) =>
  rawFrame(
    message(Array.from({ length: 1 + ((k * 37) % 90) }, (_, i) => [i % 3, BigInt(1000 * k + i)] as const)),
  ),
);
const tagsOf = (k: number) => 1 + ((k * 37) % 90);
const sumOf = (count: number) =>
  Array.from({ length: count }, (_, k) => tagsOf(k)).reduce((a, b) => a + b, 0);
const endOf = (count: number) => frames.slice(0, count).reduce((sum, { length }) => sum + length, 0);

const running: ChildProcess[] = [];
afterEach(() => {
  for (const child of running.splice(0)) child.kill("SIGKILL");
});

beforeAll(async () => {
  const made = await tagview(
    ["simulate", "--duration", "100ms", "--seed", "4", "--frame-tags", "5000", "-o", own],
    "",
    folder,
  );
  expect(made).toMatchObject({ status: 0 });
}, 120_000);

/** Follows a file; `lines` are the lines printed so far. */
function follow(file: string, ...options: string[]) {
  const child = spawn(process.execPath, [CLI, "stats", "--follow", ...options, file]);
  running.push(child);
  let out = "";
  let err = "";
  child.stdout.on("data", (text) => {
    out += text;
  });
  child.stderr.on("data", (text) => {
    err += text;
  });
  const ended = new Promise<number | null>((resolve) => child.on("exit", resolve));
  const lines = () =>
    out
      .split("\n")
      .slice(0, -1)
      .map((line): Line => JSON.parse(line));
  return { child, ended, lines, out: () => out, err: () => err };
}

function append(source: string, target: string, seed: number): Promise<unknown> {
  const child = spawn(process.execPath, [APPENDER, source, target, String(seed), "1200"], {
    stdio: "inherit",
  });
  running.push(child);
  return new Promise((resolve) => child.on("exit", resolve));
}

it.each([7, 8])(
  "reports whole frames only, at random moments and with random partial writes (seed %i)",
  async (seed) => {
    const [all, file] = [join(folder, "all"), join(folder, `growing-${seed}.tags.zst`)];
    writeFileSync(all, concat(frames));
    writeFileSync(file, "");
    const { child, ended, lines } = follow(file, "--json");
    await append(all, file, seed);
    await expect.poll(() => lines().at(-1)?.frames, { timeout: 20_000 }).toBe(frames.length);
    child.kill("SIGINT");
    expect(await ended).toBe(130);
    let before = 0;
    for (const { frames, tags, bytes, error, complete, follow } of lines()) {
      expect(frames).toBeGreaterThanOrEqual(before);
      before = frames;
      expect(error).toBeNull();
      // It is unknown whether more data follow.
      expect(complete).toBe(false);
      expect({ tags, pending: follow.pending }).toEqual({
        tags: sumOf(frames),
        pending: bytes - endOf(frames),
      });
      expect(follow.state).toBe("following");
    }
    expect(lines().at(-1)?.follow.pending).toBe(0);
    const whole = await tagview(["stats", "--json", all], "", folder);
    const { file: _, complete, follow: __, ...last } = { ...JSON.parse(whole.stdout), follow: null };
    expect(complete).toBe(true);
    expect(lines().at(-1)).toMatchObject(last);
  },
  60_000,
);

it("ends by itself when the index that was announced has come", async () => {
  const file = join(folder, "finishing.tags.zst");
  writeFileSync(file, "");
  const { ended, lines, err } = follow(file, "--json");
  await expect.poll(err, { timeout: 20_000 }).toBe(`note: ${file} is empty; waiting for its first frame\n`);
  await append(own, file, 3);
  expect(await ended).toBe(0);
  const whole = await tagview(["stats", "--json", own], "", folder);
  const { file: _, ...expected } = JSON.parse(whole.stdout);
  expect(lines().at(-1)).toEqual({
    ...expected,
    file,
    follow: { state: "finished", pending: 0 },
  });
  expect(lines().length).toBeGreaterThan(1);
  const schema = JSON.parse((await tagview(["schema", "stats"], "", folder)).stdout);
  const check = new Ajv2020({ strict: false }).compile(schema);
  for (const line of lines()) expect(check(line)).toBe(true);
  const again = follow(file, "--json");
  expect(await again.ended).toBe(0);
  expect(again.lines()).toEqual(lines().slice(-1));
}, 120_000);

it("notices that the file was cut, rewritten, or replaced under its name", async () => {
  const file = join(folder, "rotating.tags.zst");
  writeFileSync(file, concat(frames.slice(0, 6)));
  const { child, ended, lines, err } = follow(file, "--json");
  const last = () => {
    const line = lines().at(-1);
    return line && [line.follow.state, line.frames];
  };
  await expect.poll(last, { timeout: 20_000 }).toEqual(["following", 6]);
  truncateSync(file, 10);
  await expect.poll(last, { timeout: 20_000 }).toEqual(["following", 0]);
  // Longer than before at once, but others.
  writeFileSync(file, concat(frames.slice(1, 12)));
  await expect.poll(last, { timeout: 20_000 }).toEqual(["following", 11]);
  writeFileSync(file, concat(frames.slice(0, 12)));
  await expect.poll(last, { timeout: 20_000 }).toEqual(["following", 12]);
  const cut = lines().filter(({ follow }) => follow.state === "truncated");
  expect(cut.map(({ frames }) => frames)).toEqual([6, 11]);
  renameSync(file, `${file}.1`);
  writeFileSync(file, concat(frames.slice(0, 2)));
  await expect.poll(last, { timeout: 20_000 }).toEqual(["following", 2]);
  child.kill("SIGTERM");
  expect(await ended).toBe(130);
  expect(lines().map(({ follow }) => follow.state)).toContain("replaced");
  expect(err().match(/the file was cut or rewritten/g)).toHaveLength(2);
  expect(err().match(/another file now has this name/g)).toHaveLength(1);
}, 120_000);

/** A frame of `count` tags on a channel. */
const frameOf = (count: number, channel: number, from: number) =>
  rawFrame(message(Array.from({ length: count }, (_, i) => [channel, BigInt(from + 10 * i)] as const)));

it.each([
  ["after whole frames", [frameOf(100, 1, 0)]],
  ["and nothing else", []],
])(
  "reads what stands by now in the place of a frame that was half written, %s",
  async (name, whole) => {
    const file = join(folder, `half ${name}.tags.zst`);
    writeFileSync(file, concat([...whole, frameOf(100, 2, 1000).subarray(0, 800)]));
    const { child, ended, lines } = follow(file, "--json");
    await expect.poll(() => lines().at(-1)?.follow.pending, { timeout: 20_000 }).toBe(800);
    // Between two looks.
    truncateSync(file, concat(whole).length);
    appendFileSync(file, concat([frameOf(50, 3, 1000), frameOf(70, 4, 3000)]));
    const before = 100 * whole.length;
    await expect
      .poll(() => lines().at(-1), { timeout: 20_000 })
      .toMatchObject({
        tags: before + 120,
        error: null,
        follow: { state: "following", pending: 0 },
      });
    child.kill("SIGINT");
    expect(await ended).toBe(130);
  },
  60_000,
);

it.each([
  ["of the same size", [frameOf(100, 1, 0)], [frameOf(100, 9, 0)]],
  [
    "with the same last frame",
    [concat([frameOf(20, 7, 0), frameOf(100, 1, 200)]), frameOf(300, 2, 5000)],
    [concat([frameOf(20, 7, 0), frameOf(100, 5, 200)]), frameOf(300, 2, 5000), frameOf(50, 3, 9000)],
  ],
  [
    "of the same size with half a frame",
    [frameOf(100, 1, 0), frameOf(100, 2, 1000).subarray(0, frameOf(50, 3, 1000).length)],
    [frameOf(100, 1, 0), frameOf(50, 3, 1000)],
  ],
])(
  "reads a rewritten file, %s",
  async (name, first, then) => {
    const file = join(folder, `anew ${name}.tags.zst`);
    writeFileSync(file, concat(first));
    const { child, ended, lines } = follow(file, "--json");
    await expect.poll(() => lines().at(-1)?.bytes, { timeout: 20_000 }).toBe(concat(first).length);
    writeFileSync(file, concat(then));
    const {
      file: _,
      complete,
      follow: __,
      ...whole
    } = JSON.parse((await tagview(["stats", "--json", file], "", folder)).stdout);
    await expect
      .poll(() => lines().at(-1), { timeout: 20_000 })
      .toMatchObject({
        ...whole,
        follow: { state: "following", pending: 0 },
      });
    child.kill("SIGINT");
    expect(await ended).toBe(130);
  },
  60_000,
);

it("reports damage once, and continues after it", async () => {
  const file = join(folder, "damaged.tags.zst");
  const broken = new Uint8Array(frames[1] ?? []);
  broken.fill(255, 0, 40);
  writeFileSync(file, concat([frames[0] ?? broken, broken]));
  const { child, ended, lines, err } = follow(file, "--json");
  await expect.poll(() => lines().at(-1)?.frames, { timeout: 20_000 }).toBe(1);
  for (const k of [2, 3]) {
    appendFileSync(file, frames[k] ?? "");
    await expect.poll(() => lines().at(-1)?.tags, { timeout: 20_000 }).toBe(sumOf(k + 1) - tagsOf(1));
  }
  expect(lines().at(-1)?.error).not.toBeNull();
  child.kill("SIGINT");
  expect(await ended).toBe(130);
  expect(err().trim().split("\n")).toHaveLength(1);
}, 120_000);

it("prints the table again for people, and rows with one header for machines", async () => {
  const file = join(folder, "table.tags.zst");
  writeFileSync(file, concat([...frames.slice(0, 2), (frames[2] ?? new Uint8Array()).subarray(0, 20)]));
  const table = follow(file);
  const rows = follow(file, "--tsv", "--channel", "2");
  await expect
    .poll(() => [table.out(), rows.out()].join(""), { timeout: 20_000 })
    .toMatch(/2 frames(.|\n)*#file/);
  expect(table.out()).toContain("39 tags");
  expect(table.out()).toContain("following, 20 B of an unfinished frame");
  expect(table.out()).not.toContain("incomplete");
  appendFileSync(file, (frames[2] ?? new Uint8Array()).subarray(20));
  await expect.poll(table.out, { timeout: 20_000 }).toContain("3 frames");
  await expect.poll(() => rows.out().trim().split("\n").length, { timeout: 20_000 }).toBe(3);
  expect(rows.out().match(/#file/g)).toHaveLength(1);
}, 120_000);

it.each([
  [["own.tags.zst", "own.tags.zst"], "--follow follows one file: start it once for each file"],
  [["-"], "standard input can't be followed: name the file that grows"],
  [["text"], "this has another format: read it without following"],
  [["plain.tags"], "this does not begin like a .tags.zst recording; only those are followed"],
  [["nowhere"], "there is no such file"],
])("refuses what can't be followed with a sentence: %j", async (files, sentence) => {
  writeFileSync(join(folder, "text"), "1\t2\n3\t4\n");
  writeFileSync(join(folder, "plain.tags"), message([[1, 2n]]));
  const { status, stdout, stderr } = await tagview(["stats", "--follow", ...files], "", folder);
  expect(stderr).toContain(sentence);
  expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
});

it("ends well when its reader has gone", async () => {
  const file = join(folder, "unread.tags.zst");
  writeFileSync(file, concat(frames.slice(0, 1)));
  const { child, ended, lines } = follow(file, "--json");
  await expect.poll(() => lines().length, { timeout: 20_000 }).toBe(1);
  child.stdout.destroy();
  appendFileSync(file, frames[1] ?? "");
  expect(await ended).toBe(0);
});
