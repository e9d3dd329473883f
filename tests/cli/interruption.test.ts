/** Signals end a command, also while it waits, and no files remain. */

import { type ChildProcess, execFileSync, type StdioOptions, spawn } from "node:child_process";
import { closeSync, constants, openSync, readdirSync, readFileSync, readSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { CLI, record, scratch, write } from "../support/command-line";

const folder = scratch();
const sound = join(folder, "sound.tags.zst");
const dense = join(folder, "dense.tags.zst");
const pipe = join(folder, "pipe");
const other = join(folder, "other");
/** A named pipe that no process opens for reading. */
const unread = join(folder, "unread");
const isWindows = process.platform === "win32";

beforeAll(async () => {
  const tags: [number, bigint][] = Array.from({ length: 200_000 }, (_, i) => [i % 2, BigInt(i)]);
  await record(dense, tags);
  write(folder, "text", tags.map(([channel, time]) => `${channel}\t${time}\n`).join(""));
  await record(sound, tags.slice(0, 4000));
  if (!isWindows) execFileSync("mkfifo", [pipe, other, unread]);
}, 60_000);

/**
 * The exit status: 130 from the handler or, if the program could not handle the signal, from the signal itself; a shell
 * reports both as 130 (SIGINT).
 */
async function endOf(child: ChildProcess, signal: NodeJS.Signals): Promise<"interrupted" | string> {
  let output = "";
  child.stderr?.on("data", (text) => {
    output += text;
  });
  const ended = new Promise<string>((resolve) =>
    child.on("exit", (code, by) =>
      resolve(code === 130 || by === signal ? "interrupted" : `${code} ${by} ${output}`),
    ),
  );
  child.kill(signal);
  return ended;
}

function start(args: string[], stdio: StdioOptions = ["ignore", "ignore", "pipe"]): ChildProcess {
  return spawn(process.execPath, [CLI, ...args], { stdio, cwd: folder });
}

const drafts = () => readdirSync(folder).filter((name) => name.endsWith(".part"));
/** Time until a command waits for its input. */
const aMoment = () => new Promise((resolve) => setTimeout(resolve, 400));

/** Settles when a command has used half a second of processor time; after half a second if that is unknown. */
async function hasWorked({ pid }: ChildProcess): Promise<void> {
  const since = performance.now();
  const ticks = () => {
    if (process.platform !== "linux") return (performance.now() - since) / 20;
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
      .replace(/^.*\) /, "")
      .split(" ");
    return Number(fields[11]) + Number(fields[12]);
  };
  await expect.poll(ticks, { timeout: 50_000 }).toBeGreaterThan(50);
}

describe.skipIf(isWindows)("a signal ends a command", () => {
  it.each(["SIGINT", "SIGTERM"] as const)(
    "whose output nobody reads (%s)",
    async (signal) => {
      for (const args of [
        ["cat", dense],
        ["rate", "--json", "--bin", "1", dense],
        ["pack", "text", "--level", "-7", "-o", "-"],
      ]) {
        // Each end is opened on its own: the command makes its own end wait, and this one must not.
        const reading = openSync(pipe, constants.O_RDONLY | constants.O_NONBLOCK);
        const writing = openSync(pipe, constants.O_WRONLY);
        const child = start(args, ["ignore", writing, "pipe"]);
        closeSync(writing);
        // A page at a time is made room for until there was something to read: then it has begun to write.
        const page = new Uint8Array(4096);
        const read = () => {
          try {
            return readSync(reading, page);
          } catch {
            return 0;
          }
        };
        await expect.poll(read, { timeout: 20_000 }).toBeGreaterThan(0);
        await aMoment();
        expect([args, await endOf(child, signal)]).toEqual([args, "interrupted"]);
        closeSync(reading);
      }
    },
    60_000,
  );

  const waiting: string[][] = [
    ["stats", pipe],
    ["verify", pipe],
    [pipe],
    ["offsets", `@${pipe}`],
    ["index-header", pipe],
    ["pack", pipe, "-o", "out"],
    ["slice", pipe, "-o", "out"],
    ["merge", pipe, other, "-o", "out"],
    ["pack", "text", "-o", unread],
    ["slice", dense, "-o", unread],
  ];
  it("that waits for the other end of a pipe, and leaves no draft", async () => {
    const children = waiting.map((args) => start(args));
    await aMoment();
    await Promise.all(children.map((child) => expect.poll(() => child.exitCode).toBe(null)));
    const ends = await Promise.all(
      children.map((child, k) => endOf(child, k % 2 === 0 ? "SIGINT" : "SIGTERM")),
    );
    expect(ends.map((end, k) => [waiting[k], end])).toEqual(waiting.map((args) => [args, "interrupted"]));
    expect(drafts()).toEqual([]);
  }, 60_000);

  it("in the middle of counting", async () => {
    const range = ["--range", "0..16000", "--bin", "1"];
    const commands = [
      ["g2", "--a", "0", "--b", "1", ...range, dense],
      ["pairs", "--range", "0..16000", dense],
    ];
    const children = commands.map((args) => start(args));
    await Promise.all(children.map((child) => hasWorked(child)));
    const ends = await Promise.all(children.map((child) => endOf(child, "SIGTERM")));
    expect(ends).toEqual(commands.map(() => "interrupted"));
  }, 60_000);

  it("soon, in the middle of counting what comes from standard input", async () => {
    const input = openSync(dense, "r");
    const child = start(
      ["g2", "--a", "0", "--b", "1", "--range", "0..16000", "--bin", "1", "-"],
      [input, "ignore", "pipe"],
    );
    closeSync(input);
    await hasWorked(child);
    const since = performance.now();
    expect(await endOf(child, "SIGINT")).toBe("interrupted");
    // Counting all of its input takes many times as long.
    expect(performance.now() - since).toBeLessThan(2000);
  }, 60_000);
});

describe.skipIf(isWindows)("a named pipe", () => {
  it("is written as soon as it is read", async () => {
    const child = start(["pack", "text", "-o", pipe]);
    const reader = start(["stats", "--json", pipe], ["ignore", "pipe", "pipe"]);
    let text = "";
    reader.stdout?.on("data", (chunk) => {
      text += chunk;
    });
    const [written, read] = await Promise.all(
      [child, reader].map((one) => new Promise((resolve) => one.on("close", resolve))),
    );
    expect([written, read]).toEqual([0, 0]);
    expect(JSON.parse(text)).toMatchObject({ tags: 200_000, complete: true });
  }, 60_000);
});
