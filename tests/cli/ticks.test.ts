/** How long a tick is, in what is written; and times that are no whole number of ticks. */

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { record, scratch, tagview } from "../support/command-line";

const folder = scratch();

async function run(args: string[], input = ""): Promise<{ stdout: string; stderr: string }> {
  const { status, stdout, stderr } = await tagview(args, input, folder);
  expect(status).toBe(0);
  return { stdout, stderr };
}

const tickOf = async (file: string): Promise<number> =>
  JSON.parse((await run(["stats", "--json", file])).stdout).tick_s;

beforeAll(async () => {
  await record(join(folder, "plain.tags.zst"), [
    [3, 0n],
    [15, 1_000_000n],
  ]);
  writeFileSync(join(folder, "text.tsv"), "3\t0\n15\t1000000\n");
});

it.each([
  ["simulate", "--duration", "1ms"],
  ["pack", "text.tsv"],
  ["slice", "plain.tags.zst"],
  ["merge", "plain.tags.zst", "plain.tags.zst"],
  ["convert", "plain.tags.zst"],
])("a recording that %s makes with --tick tells the tick", async (...command) => {
  await run([...command, "--tick", "1ps", "-q", "-o", "said.tags.zst"]);
  expect(await tickOf("said.tags.zst")).toBe(1e-12);
  await run([...command, "-q", "-o", "unsaid.tags.zst"]);
  expect(await tickOf("unsaid.tags.zst")).toBe(156.25e-12);
});

it("simulated times are as long as they were said to be, or it is told what they became", async () => {
  const base = ["simulate", "--duration", "1ms", "-o", "made.tags.zst"];
  const { stderr } = await run([...base, "--delay", "1ns", "--dead-time", "50ns"]);
  expect(stderr).toBe("note: --delay 1ns is 6 ticks, 937.50 ps\n");
  expect((await run([...base, "-q", "--delay", "1ns"])).stderr).toBe("");
  const made = async (jitter: string): Promise<string> => {
    expect((await run([...base, "--jitter", jitter])).stderr).toBe("");
    return readFileSync(join(folder, "made.tags.zst")).toString("base64");
  };
  // Both are one tick, were they rounded.
  expect(await made("100ps")).not.toBe(await made("200ps"));
  await made("0");
});

it("tags behind the last whole slice are said to be in none", async () => {
  const args = ["coincidences", "--window", "2ns", "plain.tags.zst", "--by"];
  expect((await run([...args, "100us"])).stderr).toBe(
    "note: the last 56.25 µs are shorter than a slice, so their tags are in none\n",
  );
  expect((await run([...args, "78.125us"])).stderr).toContain("note: the last 156.3 ps");
  expect((await run([...args, "100us", "-q"])).stderr).toBe("");
  expect((await run([...args, "500"])).stderr).toContain("no tag of channel 500 begins a slice");
});

it("help is a command too", async () => {
  expect((await run(["help"])).stdout).toContain("Commands:");
  expect((await run(["help", "stats"])).stdout).toBe((await run(["stats", "--help"])).stdout);
});
