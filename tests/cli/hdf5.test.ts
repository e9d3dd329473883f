/** HDF5 files at the command line: exports are read back, with their tick from a file, and without it from pipes and gzip. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { record, scratch, tagview, write } from "../support/command-line";

const folder = scratch();

// More than one chunk of 65,536 tags, and a file whose tick comes after its first megabyte.
const tags = Array.from({ length: 150_000 }, (_, n): [number, bigint] => [
  [3, 15, 16][n % 3] ?? 3,
  7n * BigInt(n) + BigInt((n * 977) % 13),
]);

async function json(args: string[], input: string | Uint8Array = "") {
  const { status, stdout, stderr } = await tagview([...args, "--json"], input, folder);
  expect([status, stderr], args.join(" ")).toEqual([0, ""]);
  return JSON.parse(stdout);
}

it("reads an export back, with the tick that it states", async () => {
  await record(join(folder, "run.tags.zst"), tags);
  const { status } = await tagview(["export", "run.tags.zst", "--tick", "4ps", "-o", "run.h5"], "", folder);
  expect(status).toBe(0);
  const { channels, span_s, tags: count } = await json(["stats", "run.tags.zst", "--tick", "4ps"]);
  const again = await json(["stats", "run.h5"]);
  expect(again).toMatchObject({ format: "hdf5", tick_s: 4e-12, channels, span_s, tags: count });
  // The tick comes after the first bytes, and tagview knows no more of a pipe.
  const piped = await json(["stats", "--tick", "4ps", "-"], readFileSync(join(folder, "run.h5")));
  expect(piped).toMatchObject({ channels });
  write(folder, "run.h5.gz", gzipSync(readFileSync(join(folder, "run.h5"))));
  expect(await json(["stats", "--tick", "4ps", "run.h5.gz"])).toMatchObject({ channels, tick_s: 4e-12 });
  const converted = await tagview(["convert", "run.h5", "-o", "back.tags.zst"], "", folder);
  expect(converted.status).toBe(0);
  expect(await json(["stats", "back.tags.zst"])).toMatchObject({ channels, tick_s: 4e-12 });
});

it("reads the tags of a file that is cut, and states that it is", async () => {
  write(folder, "cut.h5", readFileSync(join(folder, "run.h5")).subarray(0, 1_000_000));
  const { status, stderr } = await tagview(["stats", "cut.h5"], "", folder);
  expect(status).toBe(1);
  expect(stderr).toContain("HDF5 file ends before");
});
