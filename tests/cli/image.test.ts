/** Images of scanned samples: of PTU files with known truth, by the command line. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { scratch, tagview, write } from "../support/command-line";
import { type Markers, type Photon, ptu, uniform } from "../support/other-taggers";

const folder = scratch();
const run = (...args: string[]) => tagview(args, "", folder);
const json = async (...args: string[]) => JSON.parse((await run("image", ...args, "--json")).stdout);

const TICK = 16e-12;
const T3 = { resolution: TICK, period: 12.5e-9 };
const [WIDTH, HEIGHT, FRAMES] = [6, 4, 3];
/** Syncs of a pixel. */
const DWELL = 50;
const HEADER = {
  integers: {
    ...{ ImgHdr_PixX: WIDTH, ImgHdr_PixY: HEIGHT, ImgHdr_Dimensions: 3 },
    ...{ ImgHdr_LineStart: 1, ImgHdr_LineStop: 2, ImgHdr_Frame: 3 },
  },
};

/** Counts and sums of delays of each pixel, and of each frame. */
const truth = Array.from({ length: FRAMES }, () => ({
  counts: Array<number>(WIDTH * HEIGHT).fill(0),
  delays: Array<number>(WIDTH * HEIGHT).fill(0),
}));
const events: (Photon | Markers)[] = [[3, 20, 1]];

beforeAll(() => {
  const random = uniform(11);
  let sync = 10;
  for (const { counts, delays } of truth) {
    for (let y = 0; y < HEIGHT; y += 1) {
      events.push({ sync, markers: 1 });
      for (let step = 0; step < WIDTH * DWELL; step += 1) {
        if (random() > 0.2) continue;
        const along = Math.floor(step / DWELL);
        const x = y % 2 === 1 ? WIDTH - 1 - along : along;
        const delay = Math.floor(100 + 300 * random() + 20 * x);
        events.push([sync + step, delay, 1 + (step % 2)]);
        counts[y * WIDTH + x] = (counts[y * WIDTH + x] ?? 0) + 1;
        delays[y * WIDTH + x] = (delays[y * WIDTH + x] ?? 0) + delay;
      }
      sync += WIDTH * DWELL;
      events.push({ sync, markers: 2 }, [sync + 2, 20, 1]);
      sync += 40;
    }
    events.push({ sync, markers: 4 });
    sync += 10;
  }
  const integers = { ...HEADER.integers, ImgHdr_BiDirect: 1 };
  write(folder, "scan.ptu", ptu(events, { ...T3, integers }));
  for (const [name, ImgHdr_SinCorrection] of Object.entries({ sine: 80, impossible: 140 }))
    write(folder, `${name}.ptu`, ptu(events, { ...T3, integers: { ...integers, ImgHdr_SinCorrection } }));
  write(folder, "plain.ptu", ptu(events, T3));
});

const sum = (key: "counts" | "delays", frames = truth): number[] =>
  Array.from({ length: WIDTH * HEIGHT }, (_, k) =>
    frames.reduce((all, frame) => all + (frame[key][k] ?? 0), 0),
  );
const total = (numbers: readonly number[]) => numbers.reduce((all, n) => all + n, 0);

/** Pages of a TIFF of one strip each: tags by their number, and the pixels. */
function pages(file: Buffer): { tags: Record<number, number>; values: number[] }[] {
  expect(file.toString("latin1", 0, 4)).toBe("II*\0");
  const found = [];
  for (let at = file.readUInt32LE(4); at !== 0; ) {
    const n = file.readUInt16LE(at);
    const tags: Record<number, number> = {};
    for (let k = 0; k < n; k += 1) {
      const entry = at + 2 + 12 * k;
      const isShort = file.readUInt16LE(entry + 2) === 3;
      tags[file.readUInt16LE(entry)] = isShort ? file.readUInt16LE(entry + 8) : file.readUInt32LE(entry + 8);
    }
    const values = Array.from({ length: (tags[279] ?? 0) / 4 }, (_, k) => {
      const place = (tags[273] ?? 0) + 4 * k;
      return tags[339] === 3 ? file.readFloatLE(place) : file.readUInt32LE(place);
    });
    found.push({ tags, values });
    at = file.readUInt32LE(at + 2 + 12 * n);
  }
  return found;
}

describe("the image of a scan", () => {
  it("has each photon in its pixel, and frames summed", async () => {
    const found = await json("scan.ptu");
    const counts = sum("counts");
    expect(found).toMatchObject({
      ...{ width: WIDTH, height: HEIGHT, frames: FRAMES, lines: FRAMES * HEIGHT, frame_lines: [4, 4, 4] },
      ...{ counts: total(counts), outside: 1 + FRAMES * HEIGHT, max: Math.max(...counts), remarks: [] },
    });
    expect(found.tags).toBe(found.counts + found.outside);
    expect(found.mean_delay).toBeCloseTo(total(sum("delays")) / total(counts), 9);
    const { stdout } = await run("image", "scan.ptu", "--tsv");
    const rows = stdout
      .trim()
      .split("\n")
      .slice(1)
      .map((line) => line.split("\t").map(Number));
    expect(rows.map(([, , n]) => n)).toEqual(counts);
    for (const [x = 0, y = 0, n = 0, mean = 0] of rows)
      expect(mean).toBeCloseTo(((sum("delays")[y * WIDTH + x] ?? 0) / n) * TICK, 15);
  });

  it("is written as pages of a TIFF", async () => {
    const { status, stdout } = await run("image", "scan.ptu", "-o", "scan.tiff");
    expect([status, stdout]).toEqual([0, expect.stringContaining("6 × 4 pixels · 3 frames · 12 lines")]);
    const [intensity, mean, ...phasor] = pages(readFileSync(join(folder, "scan.tiff")));
    expect(intensity?.values).toEqual(sum("counts"));
    expect(intensity?.tags).toMatchObject({ 256: WIDTH, 257: HEIGHT, 258: 32, 339: 1 });
    const expected = sum("delays").map((delay, k) => (delay / (sum("counts")[k] ?? 1)) * TICK);
    mean?.values.forEach((value, k) => {
      expect(value).toBeCloseTo(expected[k] ?? 0, 14);
    });
    expect(phasor.map(({ tags }) => tags[339])).toEqual([3, 3]);
    const again = await run("image", "scan.ptu", "-o", "scan.tiff");
    expect([again.status, again.stderr]).toEqual([2, expect.stringContaining("exists already")]);
    expect((await run("image", "scan.ptu", "-o", "scan.tiff", "--force")).status).toBe(0);
  });

  it("is that of one frame, of one channel, and of the header's values typed", async () => {
    const second = await json("scan.ptu", "--frame", "2");
    expect(second.counts).toBe(total(truth[1]?.counts ?? []));
    expect([second.frames, second.lines]).toEqual([1, HEIGHT]);
    const none = await run("image", "scan.ptu", "--frame", "4");
    expect([none.status, none.stderr]).toEqual([
      2,
      expect.stringContaining("has 3 frames between markers, so there is no frame 4"),
    ]);
    const parts = [await json("scan.ptu", "--channel", "1"), await json("scan.ptu", "--channel", "2")];
    expect(total(parts.map(({ counts }) => counts))).toBe(total(sum("counts")));
    const typed = ["--size", "6x4", "--markers", "1,2,3", "--bidirectional", "yes"];
    const { file: _, ...found } = await json("scan.ptu");
    expect(await json("plain.ptu", ...typed)).toMatchObject(found);
    const { status, stderr } = await run("image", "plain.ptu");
    expect([status, stderr]).toEqual([2, expect.stringContaining("give --size and --markers")]);
  });

  it("has columns of equal widths by the header's sine or a typed one, and states it", async () => {
    const counts = async (...args: string[]) => {
      const { stdout } = await run("image", ...args, "--tsv");
      return stdout
        .trim()
        .split("\n")
        .slice(1)
        .map((row) => Number(row.split("\t")[2]));
    };
    const equal = await counts("scan.ptu");
    const corrected = await counts("sine.ptu");
    expect(corrected).not.toEqual(equal);
    expect(total(corrected)).toBe(total(equal));
    expect(await counts("scan.ptu", "--sine", "80")).toEqual(corrected);
    expect(await counts("sine.ptu", "--sine", "0")).toEqual(equal);
    expect(await json("sine.ptu")).toMatchObject({ sin_correction: 80, remarks: [] });
    expect(await json("sine.ptu", "--sine", "0")).toMatchObject({ sin_correction: null });
    const { stdout } = await run("image", "sine.ptu");
    expect(stdout).toContain("a line covers 80 % of the amplitude");
    const { status, stderr } = await run("image", "scan.ptu", "--sine", "101");
    expect([status, stderr]).toEqual([2, expect.stringContaining("Write a number from 0 to 100.")]);
    // A header whose share is impossible has none.
    expect(await json("impossible.ptu")).toMatchObject({ sin_correction: null });
  });

  it("has the decay of a region", async () => {
    const { decay } = await json("scan.ptu", "--region", "1..2,3..3");
    expect(total(decay)).toBe((sum("counts")[19] ?? 0) + (sum("counts")[20] ?? 0));
    const { stdout } = await run("image", "scan.ptu", "--region", "1..2,3..3", "--rows", "decay", "--tsv");
    const rows = stdout.trim().split("\n").slice(1);
    expect(rows.map((row) => Number(row.split("\t")[1]))).toEqual(decay);
  });

  it("is drawn with axes in pixels and a bar of counts", async () => {
    expect((await run("image", "scan.ptu", "--plot", "scan.svg")).status).toBe(0);
    const svg = readFileSync(join(folder, "scan.svg"), "utf8");
    expect(svg).toContain("column (pixels)");
    expect(svg).toContain(`>${Math.max(...sum("counts"))}<`);
  });

  it("reports a recording without lines", async () => {
    const { remarks, counts, outside } = await json("scan.ptu", "--markers", "4,-,-");
    expect([remarks[0].code, counts]).toEqual(["no-lines", 0]);
    expect(outside).toBeGreaterThan(0);
  });
});
