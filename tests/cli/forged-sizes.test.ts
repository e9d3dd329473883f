/** A frame with a wrong content size in its header costs no memory, and a file and a pipe give the same tags. */

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { memoryOf, scratch, tagview } from "../support/command-line";

const folder = scratch();
const at = (name: string) => join(folder, name);
const MAGIC = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);
/** Bits of a frame's descriptor: a size of four bytes, and one segment, so that no window precedes the size. */
const SIZE_OF_FOUR_BYTES = 0x80;
const SINGLE_SEGMENT = 0x20;

let sound: Buffer;
/** Position of the content size of the third frame. */
let place: number;

beforeAll(async () => {
  const simulated = [
    "simulate",
    "-o",
    at("sound.tags.zst"),
    "--duration",
    "1s",
    "--frame-tags",
    "40000",
    "--quiet",
  ];
  expect((await tagview(simulated)).status).toBe(0);
  sound = readFileSync(at("sound.tags.zst"));
  let frame = 0;
  for (let k = 0; k < 3; k += 1) frame = sound.indexOf(MAGIC, frame + 1);
  const descriptor = sound[frame + 4] ?? 0;
  expect(descriptor & (SIZE_OF_FOUR_BYTES | SINGLE_SEGMENT)).toBe(SIZE_OF_FOUR_BYTES | SINGLE_SEGMENT);
  place = frame + 5;
});

interface Stats {
  tags: number;
  frames: number;
  channels: unknown;
  complete: boolean;
  error: { code: string; offset: number } | null;
}

it.each([
  ["1 GiB", () => 2 ** 30],
  ["4 GiB", () => 2 ** 32 - 1],
  ["half of it", (size: number) => size / 2],
  ["one byte more", (size: number) => size + 1],
  ["twice as much", (size: number) => size * 2],
])("a size of %s", async (name, forge) => {
  const forged = Buffer.from(sound);
  forged.writeUInt32LE(forge(sound.readUInt32LE(place)), place);
  const file = at(`${name.replaceAll(" ", "-")}.tags.zst`);
  writeFileSync(file, forged);
  const { memory, stdout, status } = await memoryOf(["stats", "--json", file]);
  const ofFile = JSON.parse(stdout) as Stats;
  const piped = await tagview(["stats", "--json", "-"], forged);
  const ofPipe = JSON.parse(piped.stdout) as Stats;
  for (const key of ["tags", "frames", "channels", "complete", "error"] as const)
    expect(ofFile[key], key).toEqual(ofPipe[key]);
  expect([status, piped.status, ofFile.complete]).toEqual([1, 1, false]);
  // The other frames are read; tags of this one decoded before the error may count.
  const { tags: all, frames } = JSON.parse(
    (await tagview(["stats", "--json", at("sound.tags.zst")])).stdout,
  ) as Stats;
  expect(ofFile.frames).toBe(frames);
  expect(ofFile.tags).toBeGreaterThanOrEqual(all - 40_000);
  expect(ofFile.tags).toBeLessThanOrEqual(all);
  expect(memory).toBeLessThan(160 << 20);
});
