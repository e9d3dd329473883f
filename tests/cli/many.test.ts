/** Many inputs of one command: read in parallel, with results in their order. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { record, scratch, tagview, write } from "../support/command-line";

const folder = scratch();
// Large, listed four times: more than is decoded without workers.
const inputs = [
  "large",
  "small",
  "cut",
  "nowhere",
  "large",
  "text",
  "small",
  "large",
  "no channel 7",
  "large",
];

beforeAll(async () => {
  const { status } = await tagview(["simulate", "--duration", "12s", "-o", join(folder, "large")]);
  expect(status).toBe(0);
  const small: [number, bigint][] = Array.from({ length: 3000 }, (_, i) => [
    [3, 7][i % 2] ?? 0,
    BigInt(i) * 7n,
  ]);
  await record(join(folder, "small"), small);
  await record(join(folder, "no channel 7"), [[3, 5n]]);
  const bytes = readFileSync(join(folder, "large"));
  write(folder, "cut", bytes.subarray(0, bytes.length / 2));
  write(folder, "text", "Dear Sir or Madam,\n");
});

it.each([[["--json"]], [["--tsv"]], [["--json", "--channel", "7"]], [[]]])(
  "have the answers that each has alone, in their order (%j)",
  async (options) => {
    const all = await tagview(["stats", ...options, ...inputs], "", folder);
    const alone = await Promise.all(inputs.map((name) => tagview(["stats", ...options, name], "", folder)));
    const header = alone[0]?.stdout.split("\n", 1)[0] ?? "";
    const expected = alone.map(({ stdout }, k) =>
      k > 0 && header.startsWith("#") ? stdout.replace(`${header}\n`, "") : stdout,
    );
    expect(all.stdout).toBe(expected.join(""));
    expect(all.stderr).toBe(alone.map(({ stderr }) => stderr).join(""));
    expect(all.status).toBe(2);
  },
  60_000,
);

it("may have a pipe among them", async () => {
  const { stdout, status } = await tagview(
    ["stats", "--json", "large", "-", "small"],
    readFileSync(join(folder, "small")),
    folder,
  );
  const answers = stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(answers.map(({ file }) => file)).toEqual(["large", "-", "small"]);
  expect(answers[1]).toEqual({ ...answers[2], file: "-" });
  expect(status).toBe(0);
});

it("are read without a warning, also where they are many", async () => {
  const many = Array.from({ length: 30 }, () => join(folder, "no channel 7"));
  expect(await tagview(["verify", "--json", ...many])).toMatchObject({ status: 0, stderr: "" });
});
