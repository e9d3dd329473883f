/** `tagview cat --json`: the tags as pairs, with how the reading ended. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { record, scratch, tagview, write } from "../support/command-line";

const folder = scratch();
const run = (...args: string[]) => tagview(args, "", folder);

/** Tags of a recording of many frames, with times beyond 2^53 and before 0. */
const TAGS = Array.from({ length: 5000 }, (_, k): [number, bigint] => [k % 3, 2n ** 60n + 7n * BigInt(k)]);

it("prints the same tags as the text, with exact times", async () => {
  await record(join(folder, "x.tags.zst"), [[1, -5n], ...TAGS], "--frame-tags", "100");
  const { status, stdout, stderr } = await run("cat", "--json", "x.tags.zst");
  expect([status, stderr]).toEqual([0, ""]);
  expect(stdout.split("\n").length).toBe(2);
  const pairs = /"tags":\[(.*)\],"complete"/u.exec(stdout)?.[1] ?? "";
  const lines = pairs.slice(1, -1).split("],[");
  const text = (await run("cat", "x.tags.zst")).stdout;
  expect(`${lines.join("\n").replaceAll(",", "\t")}\n`).toBe(text);
  const { tags: _, ...rest } = JSON.parse(stdout);
  expect(rest).toEqual({ file: "x.tags.zst", tick_s: 1.5625e-10, complete: true, error: null });
});

it("prints an empty list for a selection without tags, and for a file that can't be opened", async () => {
  await record(join(folder, "few.tags.zst"), TAGS.slice(0, 9));
  const none = await run("cat", "--json", "--channel", "0", "--from", "1s", "few.tags.zst");
  expect(JSON.parse(none.stdout)).toMatchObject({ tags: [], complete: true });
  const missing = await run("cat", "--json", "nowhere", "few.tags.zst");
  expect(missing.status).toBe(2);
  const [first, second] = missing.stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(first).toMatchObject({ file: "nowhere", tags: [], complete: false, error: { code: "open-failed" } });
  expect(second.tags.length).toBe(9);
});

it("ends the object of a damaged recording with its error, after the tags that were read", async () => {
  const bytes = readFileSync(join(folder, "x.tags.zst"));
  write(folder, "cut.tags.zst", bytes.subarray(0, bytes.length / 2));
  const { status, stdout } = await run("cat", "--json", "cut.tags.zst");
  expect(status).toBe(1);
  const { tags, complete, error } = JSON.parse(stdout);
  expect([tags.length > 100, complete, error.code]).toEqual([true, false, "truncated"]);
});
