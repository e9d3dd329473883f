/** How a file is cut into parts that are read at the same time. */

import { expect, it } from "vitest";
import { type SplitPart, split } from "../../engine/src/formats/tags/split/points";
import { largestPart } from "../../engine/src/formats/tags/split/target-size";
import type { RandomAccess } from "../../engine/src/source/random-access";
import { testInstance } from "../support/engine";
import { message, rawFrame } from "../support/frames";
import { tags } from "../support/parts";

const instance = await testInstance();

const FRAME = rawFrame(message(tags(0))).subarray(0, 64);

/** A dropped file with only the beginnings of frames at `starts`; adds the number of bytes of each read to `read`. */
function dropped(starts: number[], byteLength: number, read: number[]): RandomAccess {
  return {
    byteLength,
    patience: 16 << 20,
    remote: true,
    readAt: async (offset, place, max) => {
      const bytes = new Uint8Array(Math.max(0, Math.min(max, byteLength - offset)));
      read.push(bytes.length);
      for (const start of starts)
        if (start >= offset && start + FRAME.length <= offset + bytes.length)
          bytes.set(FRAME, start - offset);
      if (bytes.length > 0) place(bytes.length).set(bytes);
      return bytes.length;
    },
    part: (from, to) => ({ kind: "blob", blob: new Blob(), name: `${from}..${to}` }),
    close() {},
  };
}

async function all(parts: AsyncIterable<SplitPart>): Promise<SplitPart[]> {
  const found: SplitPart[] = [];
  for await (const part of parts) found.push(part);
  return found;
}

it("a dropped file is cut where frames begin, into few parts that are small at both ends", async () => {
  // Frames as a device appends them: of about the same number of tags, not of bytes.
  const starts = [0];
  for (let k = 0; k < 100; k += 1)
    starts.push((starts.at(-1) ?? 0) + 3_690_000 + ((k * 7919) % 60_000) - 30_000);
  const size = starts.pop() ?? 0;
  const read: number[] = [];
  const file = dropped(starts, size, read);
  const parts = await all(split(instance, file, 2, largestPart(file, 2, 256 << 20)));
  expect(parts.map(({ from }) => from)).toEqual([0, ...parts.slice(0, -1).map(({ to }) => to)]);
  expect(parts.at(-1)?.to).toBeNull();
  expect(parts.every(({ from }) => starts.includes(from))).toBe(true);
  const lengths = parts.map(({ from, to }) => (to ?? size) - from);
  expect(parts.length).toBeLessThan(30);
  expect(Math.max(...lengths)).toBeLessThanOrEqual(32 << 20);
  expect(Math.max(...lengths)).toBeGreaterThan(16 << 20);
  // Workers that start with the available parts at once, and end together.
  expect(lengths[0]).toBeLessThan(4 << 20);
  expect(Math.max(...lengths.slice(-3))).toBeLessThan(8 << 20);
  for (const [k, length] of lengths.slice(1).entries()) expect(length).toBeLessThan(2.1 * (lengths[k] ?? 0));
  expect(read.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThan(
    4 * (1 << 20) + parts.length * (512 << 10),
  );
});

it("a dropped file without a border is one part, and not all of it is searched", async () => {
  const read: number[] = [];
  expect(await all(split(instance, dropped([0], 1 << 30, read), 2, 32 << 20))).toEqual([
    { from: 0, to: null },
  ]);
  expect(read.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThanOrEqual(20 << 20);
});

it("parts of a dropped file are so large that the tags of those which are read together are likely to be kept", () => {
  const file = dropped([0], 1 << 30, []);
  expect(largestPart(file, 2, 256 << 20)).toBe(32 << 20);
  expect(largestPart(file, 4, 256 << 20)).toBe(16 << 20);
  expect(largestPart(file, 8, 256 << 20)).toBe(8 << 20);
  expect(largestPart(file, 8, 0)).toBe(32 << 20);
  // Another part of a local file costs nothing.
  expect(largestPart({ ...file, remote: false }, 2, 256 << 20)).toBe(8 << 20);
});

it("long frames after a short one are found", async () => {
  const MB = 1 << 20;
  const starts = [0, 1.1 * MB, ...Array.from({ length: 15 }, (_, k) => (21.1 + 20 * k) * MB)].map(Math.floor);
  const parts = await all(split(instance, dropped(starts, 340 * MB, []), 2, 32 * MB));
  expect(parts.length).toBeGreaterThan(10);
  expect(parts.every(({ from }) => starts.includes(from))).toBe(true);
});
