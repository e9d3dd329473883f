/** `tagview offsets` on more data than any header holds: it ends quickly, in bounded memory, and reports the excess. */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { CLI, memoryOf, scratch, tagview, write } from "../support/command-line";

const folder = scratch();

/** Snappy of `bytes` times the two bytes 1 and 2: three bytes for each 64 of them. */
function bomb(bytes: number): string {
  const length = [0, 7, 14, 21].map((shift) => ((bytes >> shift) & 0x7f) | (shift < 21 ? 0x80 : 0));
  const copies = Buffer.alloc(((bytes - 2) >> 6) * 3);
  for (let at = 0; at < copies.length; at += 3) copies.set([0xfe, 2, 0], at);
  return Buffer.concat([Buffer.from([...length, 1 << 2, 1, 2]), copies]).toString("base64");
}

it("reads a bounded part of data that inflate to more than any header, and reports it", async () => {
  const file = write(folder, "bomb.b64", bomb((50 << 20) + 2));
  const decode = ["--decode", "offsets-varint-snappy"];
  const { status, stdout, stderr } = await tagview(["offsets", `@${file}`, ...decode]);
  expect(status).toBe(1);
  expect(stderr).toMatch(/^tagview: The data inflate to more than 16777216 bytes, more than any header/);
  const limits = readFileSync(new URL("../../docs/limits.md", import.meta.url), "utf8");
  expect(limits).toContain("| snappy data, decompressed | 16 MiB |");
  expect(stderr).toContain("The header has more than 1048576 entries");
  expect(stdout).toContain("1,048,576 partitions");
  expect(stdout.trim().split("\n").at(-1)).toBe(
    "... and 1,047,576 more partitions: --tsv or --json prints all",
  );
});

it("prints a million entries as they are made", async () => {
  const file = write(folder, "million.b64", bomb((9 << 20) + 2));
  for (const form of [[], ["--tsv"], ["--json"]]) {
    const { status, stdout, memory } = await memoryOf([
      ...["offsets", `@${file}`, "--decode", "offsets-varint-snappy", ...form],
    ]);
    expect([form, status]).toEqual([form, 1]);
    expect(stdout).not.toBe("");
    expect(memory, form[0]).toBeLessThan(250 * 2 ** 20);
  }
}, 60_000);

it("compares 400,000 entries in bounded memory", async () => {
  const header = (offset: number) =>
    `v1=${Array.from({ length: 400_000 }, (_, k) => `${k}:${k + offset}`).join(",")}`;
  const [then, now] = [write(folder, "then.txt", header(5)), write(folder, "now.txt", header(55))];
  for (const form of [[], ["--tsv"], ["--json"]]) {
    const { status, stdout, memory } = await memoryOf(["offsets", `@${then}`, "--diff", `@${now}`, ...form]);
    expect([form, status]).toEqual([form, 0]);
    expect(memory, form[0]).toBeLessThan(300 * 2 ** 20);
    if (form[0] !== "--json") continue;
    const { partitions, total_lag } = JSON.parse(stdout);
    expect([partitions.length, partitions.at(-1), total_lag]).toEqual([
      400_000,
      { partition: 399_999, left: 400_004, right: 400_054, lag: 50 },
      20_000_000,
    ]);
  }
}, 60_000);

it("shows a thousand rows to people, and all of them to programs", async () => {
  const header = `v1=${Array.from({ length: 1234 }, (_, k) => `${k}:${k + 5}`).join(",")}`;
  const lines = (text: string): string[] => text.trimEnd().split("\n");
  const shown = lines((await tagview(["offsets", "-"], header)).stdout);
  expect(shown.slice(-2)).toEqual([
    "      999    1,004",
    "... and 234 more partitions: --tsv or --json prints all",
  ]);
  const table = lines((await tagview(["offsets", "--tsv", "-"], header)).stdout);
  expect([table.length, table.at(-1)]).toEqual([1235, "1233\t1238"]);
  const other = write(folder, "other.txt", header.replaceAll(":", ":1"));
  const lag = lines((await tagview(["offsets", "-", "--diff", `@${other}`], header)).stdout);
  expect(lag.at(-1)).toBe("... and 234 more partitions: --tsv or --json prints all");
});

it.runIf(process.platform === "linux")("refuses an input without an end, named or piped in", async () => {
  const named = await tagview(["offsets", "@/dev/zero"]);
  expect([named.status, named.stdout]).toEqual([2, ""]);
  expect(named.stderr).toBe("tagview: /dev/zero: this is a device, which may never end: name a file\n");
  // The size of a pipe is unknown before it is read.
  const pipe = join(folder, "endless");
  await once(spawn("mkfifo", [pipe]), "close");
  const writer = spawn("sh", ["-c", `exec cat /dev/zero > ${pipe}`], { stdio: "ignore" });
  const reader = spawn(process.execPath, [CLI, "offsets", `@${pipe}`], { stdio: "ignore" });
  const [status] = await once(reader, "close");
  expect(status).toBe(2);
  writer.kill();
});
