/** Texts and recordings of other time taggers in zstd: they are read in place, up to damage. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { record, scratch, tagview, write } from "../support/command-line";
import { concat, rawFrame, rawFrames } from "../support/frames";
import { columns, npy, type Photon, phd, ptu } from "../support/other-taggers";

const folder = scratch();
const here = (...args: string[]) => tagview(args, "", folder);
const SKIPPABLE = Uint8Array.of(0x53, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 1, 2, 3);
const TAGS = Array.from({ length: 40_000 }, (_, k): [number, bigint] => [
  [3, 15][k % 2] as number,
  1000n * BigInt(k),
]);
const PHOTONS = Array.from({ length: 5000 }, (_, k): Photon => [3 * k, k % 700, 1 + (k % 2)]);
const CSV = Buffer.from(`channel,time\n${columns(TAGS, ",")}`);
const FILES: Record<string, Uint8Array> = {
  "run.csv": CSV,
  "run.ptu": ptu(PHOTONS, { resolution: 16e-12, period: 12.5e-9 }),
  "run.npy": npy(TAGS),
};

beforeAll(async () => {
  for (const [name, content] of Object.entries(FILES)) {
    write(folder, name, content);
    write(folder, `one-${name}.zst`, rawFrame(content));
    write(folder, `some-${name}.zst`, concat([SKIPPABLE, rawFrames(content, 9000), SKIPPABLE]));
  }
  await record(join(folder, "run.tags.zst"), TAGS.slice(0, 100));
}, 60_000);

const numbersOf = async (...args: string[]) => {
  const { status, stdout, stderr } = await here(...args);
  expect([status, stderr], args.join(" ")).toEqual([0, ""]);
  const { file: _, bytes: __, ...numbers } = JSON.parse(stdout);
  return numbers;
};

it.each(Object.keys(FILES))(
  "%s in one frame and in several is read as what is inside",
  async (name) => {
    for (const command of [["stats", "--tick", "16ps"], ["header"], []]) {
      const plain = await numbersOf(...command, "--json", "--quiet", name);
      for (const packed of [`one-${name}.zst`, `some-${name}.zst`])
        expect(await numbersOf(...command, "--json", "--quiet", packed)).toEqual(plain);
    }
    const options = ["--tick", "16ps", "--quiet", "--force", "-o"];
    await here("convert", name, ...options, "plain.tags.zst");
    await here("convert", `some-${name}.zst`, ...options, "unpacked.tags.zst");
    const [plain, packed] = ["plain", "unpacked"].map((file) =>
      readFileSync(join(folder, `${file}.tags.zst`)),
    );
    expect(packed).toEqual(plain);
  },
  60_000,
);

it("columns and formats that options state are those of the content", async () => {
  write(folder, "plain.txt", "0.5 9 3\n0.75 8 15\n");
  write(folder, "plain.txt.zst", rawFrame(readFileSync(join(folder, "plain.txt"))));
  const args = ["stats", "--json", "--columns", "time,-,channel", "--unit", "ns"];
  expect(await numbersOf(...args, "plain.txt.zst")).toEqual(await numbersOf(...args, "plain.txt"));
  const swabian = ["stats", "--json", "--quiet", "--read-as", "swabian"];
  write(folder, "noise.bin", Buffer.alloc(1600, 0xee));
  write(folder, "noise.zst", rawFrame(Buffer.alloc(1600, 0xee)));
  const [plain, packed] = await Promise.all([here(...swabian, "noise.bin"), here(...swabian, "noise.zst")]);
  expect(packed.stdout.replace("noise.zst", "noise.bin")).toBe(plain.stdout);
}, 60_000);

it("a file of histograms in zstd is opened", async () => {
  const content = phd([{ route: 0, resolution: 0.05, counts: [0, 5, 3, 1] }], "a dye");
  write(folder, "dye.phd", content);
  write(folder, "dye.phd.zst", rawFrame(content));
  for (const command of [["histogram"], []])
    expect(await numbersOf(...command, "--json", "dye.phd.zst")).toEqual(
      await numbersOf(...command, "--json", "dye.phd"),
    );
}, 60_000);

it("damage is reported, and the tags before it are kept", async () => {
  const frames = [0, 1, 2].map((k) => rawFrame(CSV.subarray(150_000 * k, 150_000 * (k + 1))));
  const [first, second, third] = frames as [Uint8Array, Uint8Array, Uint8Array];
  const reserved = Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd, 0, 0x38, 7, 0, 0);
  const lines = CSV.toString().split("\n").slice(1, -1);
  for (const [name, file, words] of [
    ["damaged", concat([first, reserved, third]), /damaged.csv.zst: this zstd frame is damaged.*at byte/u],
    [
      "cut",
      concat([first, second]).subarray(0, 290_000),
      /cut.csv.zst: the file ends in the middle of the zstd/u,
    ],
  ] as const) {
    write(folder, `${name}.csv.zst`, file);
    const { status, stdout, stderr } = await here("stats", "--json", "--quiet", `${name}.csv.zst`);
    const { tags, last, complete, error } = JSON.parse(stdout);
    expect([status, complete, error.code], stderr).toEqual([1, false, "read-failed"]);
    expect(stderr).toMatch(words);
    expect(tags).toBeGreaterThan(10_000);
    expect(`${last}`).toBe(lines[tags - 1]?.split(",")[1]);
  }
}, 60_000);

it("recordings and other content are read and named as before", async () => {
  write(folder, "renamed.zst", readFileSync(join(folder, "run.tags.zst")));
  expect(await numbersOf("stats", "--json", "renamed.zst")).toEqual(
    await numbersOf("stats", "--json", "run.tags.zst"),
  );
  write(folder, "other.zst", rawFrame(Buffer.alloc(300, 0xee)));
  write(folder, "short.csv.zst", rawFrame(CSV).subarray(0, 50));
  for (const [name, words] of [
    ["other.zst", "this zstd file has no time tags, or is damaged at its beginning"],
    ["short.csv.zst", "the file ends in the middle of the zstd frame"],
  ] as const)
    for (const command of [["stats"], []]) {
      const { status, stderr } = await here(...command, name);
      expect([status, stderr]).toEqual([1, expect.stringContaining(`${name}: ${words}`)]);
    }
  const { status, stderr } = await tagview(["stats", "-"], Buffer.from(rawFrame(CSV)), folder);
  expect([status, stderr]).toEqual([1, expect.stringContaining("decompress it with zstd -d")]);
}, 60_000);
