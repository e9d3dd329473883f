/** `slice`, `merge` and `index` as a library. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { SourceInput } from "@tagview/engine";
import { beforeAll, expect, it } from "vitest";
import { record, scratch } from "../support/command-line";
import { testEngine } from "../support/engine";

const { index, merge, scan, slice } = testEngine().tags;

const path = join(scratch(), "small.tags.zst");
let bytes: Uint8Array<ArrayBuffer>;

beforeAll(async () => {
  const tags: [number, bigint][] = Array.from({ length: 3000 }, (_, i) => [i % 3, BigInt(i) * 7n]);
  await record(path, tags, "--frame-tags", "1000");
  bytes = new Uint8Array(readFileSync(path));
});

/** Collects the written bytes. */
function sink(): { pieces: Uint8Array[]; write: (piece: Uint8Array) => Promise<void> } {
  const pieces: Uint8Array[] = [];
  return { pieces, write: async (piece) => void pieces.push(piece.slice()) };
}

it("an index reports the contents of a recording that can be read at any position", async () => {
  const contents = { tags: 3000, frames: 3, channels: [0n, 1n, 2n] };
  expect(await index(path)).toEqual(contents);
  expect(await index(bytes)).toEqual(contents);
  expect(await index(new Blob([bytes]))).toEqual(contents);
  expect(await index(bytes.subarray(0, bytes.length - 1))).toBeNull();
  expect(await index(new Uint8Array())).toBeNull();
  const joined = new Uint8Array([...bytes, ...bytes]);
  await expect(index(joined)).rejects.toMatchObject({ code: "bad-index" });
  await expect(index(join(path, "nowhere"))).rejects.toMatchObject({ code: "open-failed" });
});

it("a slice is the same of a path, of bytes and of a Blob, and reports what was read of it", async () => {
  const selection = { from: 7n * 1500n, to: 7n * 1599n };
  const inputs: [SourceInput, number | null][] = [
    [path, 1000],
    [bytes, 1000],
    [new Blob([bytes]), 1000],
  ];
  const files: Buffer[] = [];
  for (const [input, tags] of inputs) {
    const { pieces, write } = sink();
    const seen: (number | null)[] = [];
    const made = await slice(input, { selection }, { write, onBytes: (_, total) => seen.push(total) });
    expect(made.written).toEqual({ tags: 100, frames: 1, channels: [0n, 1n, 2n] });
    expect(made.read).toMatchObject({ tags, complete: true, error: null, findings: [] });
    expect(made.read.bytes).toBeLessThan(bytes.length);
    expect(seen.length).toBeGreaterThan(0);
    files.push(Buffer.concat(pieces));
  }
  expect(files[1]?.equals(files[0] ?? Buffer.of())).toBe(true);
  expect(files[2]?.equals(files[0] ?? Buffer.of())).toBe(true);
});

it("a merge has the tags of all, and names what it can't open", async () => {
  const { pieces, write } = sink();
  const made = await merge([path, bytes, new Blob([bytes])], { offsets: [0n, 1n] }, { write });
  expect(made.written.tags).toBe(9000);
  expect(made.read.map(({ tags, complete }) => [tags, complete])).toEqual(Array(3).fill([3000, true]));
  const { analyses } = await scan(new Uint8Array(Buffer.concat(pieces)), { analyses: [{ name: "summary" }] });
  expect(analyses.summary).toMatchObject({ tags: 9000, first: 0n, last: 20_994n, out_of_order: 0 });
  await expect(merge([bytes, "no/where"], {}, { write })).rejects.toMatchObject({
    code: "open-failed",
    message: expect.stringMatching(/^no\/where: /),
  });
  await expect(merge([], {}, { write })).rejects.toMatchObject({ code: "usage" });
});
