/** Recordings in T3 mode: their microtimes and the data in their headers. */

import { existsSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { scratch, tagview, write } from "../support/command-line";
import { type Photon, ptu, uniform } from "../support/other-taggers";

const folder = scratch();
const run = (...args: string[]) => tagview(args, "", folder);
const json = async (...args: string[]) => JSON.parse((await run(...args, "--json")).stdout);

const TICK = 16e-12;
/** 781.25 ticks. */
const PERIOD = 12.5e-9;
const T3 = { resolution: TICK, period: PERIOD };

/** Decays of 2 ns on channel 1; a delay of the last, partial tick of the period now and then. */
const photons: Photon[] = [];
const random = uniform(5);
for (let sync = 3; photons.length < 40_000; sync += 1 + Math.floor(3 * random())) {
  const delay = photons.length % 40 === 7 ? 781 : Math.floor((-2e-9 * Math.log(random())) / TICK);
  if (delay < 782) photons.push([sync, delay, 1]);
}

function histogram(bin: number, kept: (delay: number) => boolean = () => true): number[] {
  const counts: number[] = Array(Math.ceil(781.25 / bin)).fill(0);
  for (const [, delay] of photons) {
    const cell = Math.floor(delay / bin);
    if (kept(delay)) counts[cell] = (counts[cell] ?? 0) + 1;
  }
  return counts;
}

const sum = (counts: number[]): number => counts.reduce((all, n) => all + n, 0);

beforeAll(() => {
  const texts = { HW_Type: "HydraHarp 400", File_Comment: "two dyes", "HWInpChan_Name(0)": "red" };
  const integers = { MeasDesc_AcquisitionTime: 1000, TTResult_SyncRate: 80_000_000 };
  write(folder, "t3.ptu", ptu(photons, { ...T3, texts, integers }));
  write(folder, "t2.ptu", ptu(photons, { ...T3, type: 0x01010204 }));
  const long = photons.map(([sync, delay, input], k): Photon => [sync, k % 20 === 0 ? 3000 : delay, input]);
  write(folder, "long.ptu", ptu(long, T3));
  write(folder, "text.csv", "channel,time\n1,5\n2,9\n1,12\n");
});

describe("lifetime of a T3 recording", () => {
  it("counts the delays of the records", async () => {
    const { counts, bin, lifetime_s } = await json("lifetime", "t3.ptu", "--channel", "1");
    expect([bin, counts]).toEqual([1, histogram(1)]);
    expect(lifetime_s).toBeNull();
    const joined = await json("lifetime", "t3.ptu", "--channel", "1", "--bin", "64ps");
    expect([joined.bin, joined.counts]).toEqual([4, histogram(4)]);
  }, 60_000);

  it("needs the period as an option in files made of it, which a note states", async () => {
    const note = "the output does not state the sync period: for analyses of it, give --period 12.5ns";
    for (const [command, out] of [
      ["convert", "t3.tags.zst"],
      ["slice", "sliced.tags.zst"],
      ["merge", "merged.tags.zst"],
      ["export", "t3.csv"],
    ] as const) {
      const { status, stderr } = await run(command, "t3.ptu", "-o", out);
      const microtimes = "the delays after the sync are not exported: add their column with --microtimes";
      const notes = command === "export" ? [note, microtimes] : [note];
      expect([status, stderr], command).toEqual([0, notes.map((text) => `note: t3.ptu: ${text}\n`).join("")]);
      const { counts, period_s } = await json("lifetime", out, "--channel", "1", "--period", "12.5ns");
      expect([sum(counts), period_s], command).toEqual([photons.length, PERIOD]);
    }
    const { stderr } = await run("convert", "t2.ptu", "-o", "t2.tags.zst");
    expect(stderr).not.toContain("sync period");
  }, 60_000);

  it("notes that --period replaces the period of the header", async () => {
    const { stderr } = await run("lifetime", "t3.ptu", "--channel", "1", "--period", "25");
    expect(stderr).toContain("the file's header states a period of 12.5 ns; --period replaces it by 400 ps");
    const same = await run("lifetime", "t3.ptu", "--channel", "1", "--period", "12.5ns");
    expect(same.stderr).not.toContain("header states");
  });

  it("has five periods of the header on either side in the default range of g2", async () => {
    const g2 = ["g2", "t3.ptu", "--a", "0", "--b", "1"];
    const { from, pulsed } = await json(...g2);
    expect([from, pulsed.side_peaks]).toEqual([-Math.ceil(5 * 781.25), 8]);
    expect((await json(...g2, "--period", "none")).from).toBe(-625);
  });

  it("reports delays longer than the sync period", async () => {
    const { status, stdout } = await run("verify", "long.ptu");
    expect(status).toBe(1);
    expect(stdout).toContain("2000 of 40000 delays are longer than the sync period");
    const { counts, remarks } = await json("lifetime", "long.ptu", "--channel", "1");
    expect(counts[3000]).toBe(2000);
    expect(remarks).toContainEqual(expect.objectContaining({ code: "beyond-period" }));
  });
});

describe("--microtime", () => {
  it("counts photons with these delays alone", async () => {
    const gated = await json("lifetime", "t3.ptu", "--channel", "1", "--microtime", "1.6ns..4.8ns");
    expect(gated.counts).toEqual(histogram(1, (delay) => 100 <= delay && delay <= 300));
    const { channels } = await json("stats", "t3.ptu", "--microtime", "100..300");
    const kept = photons.filter(([, delay]) => 100 <= delay && delay <= 300);
    expect(channels.map(({ tags }: { tags: number }) => tags)).toEqual([photons.length, kept.length]);
  });

  it.each(["t2.ptu", "text.csv"])("is refused of %s", async (name) => {
    const { status, stderr } = await run("stats", name, "--microtime", "2ns..10ns");
    expect(status).not.toBe(0);
    expect(stderr).toContain("has no microtimes: only recordings in T3 mode have a delay in every record");
  });
});

describe("the header", () => {
  it("is data of stats", async () => {
    const { meta } = await json("stats", "t3.ptu");
    expect(meta).toEqual({
      device: "HydraHarp 400",
      mode: "T3",
      resolution_s: TICK,
      delay_resolution_s: TICK,
      sync_rate_hz: 80_000_000,
      sync_period_s: PERIOD,
      acquisition_time_s: 1,
      start: null,
      comment: "two dyes",
      input_names: ["red"],
      image: null,
    });
    const { stdout } = await run("t3.ptu");
    expect(stdout).toContain("T3 · resolution 16 ps · sync 80.0 MHz · period 12.5 ns");
    expect(stdout).toContain("comment: two dyes");
  });

  it("is printed by its command", async () => {
    const { stdout } = await run("header", "t3.ptu", "--tsv");
    expect(stdout.split("\n")).toContain("MeasDesc_AcquisitionTime\t1000");
    expect(stdout.split("\n")).toContain("HWInpChan_Name(0)\tred");
    const { status, stderr } = await run("header", "nowhere.ptu");
    expect([status, stderr]).toEqual([2, expect.stringContaining("nowhere.ptu")]);
  });
});

describe("markers of a scan", () => {
  const scan = { ImgHdr_PixX: 4, ImgHdr_PixY: 1, ImgHdr_LineStart: 1, ImgHdr_LineStop: 2 };
  const events = [
    { sync: 8, markers: 1 },
    [9, 5, 1],
    { sync: 30, markers: 2 },
    { sync: 31, markers: 12 },
  ] as const;

  it("are events whose meaning the header states", async () => {
    const header = { ...T3, integers: { ...scan, ImgHdr_Frame: 3, ImgHdr_BiDirect: 1 } };
    write(folder, "image.ptu", ptu(events, { ...header, floats: { ImgHdr_TimePerPixel: 0.5 } }));
    const { meta, remarks } = await json("stats", "image.ptu");
    expect(meta.image).toEqual({
      ...{ width: 4, height: 1, line_start: 1, line_stop: 2, frame: 3 },
      ...{ bidirectional: true, sin_correction: null, time_per_pixel_s: 0.0005 },
    });
    expect(remarks).toContainEqual({
      about: "channels",
      code: "markers",
      message: "3 markers on channels of their own, from 101 on: events, not photons",
    });
    const { stdout } = await run("stats", "image.ptu");
    expect(stdout).toContain(
      "image of 4 × 1 pixels, bidirectional; markers: line start 1, line stop 2, frame 3\n",
    );
    const named = stdout.match(/^ *\d+ (line start|line stop|frame|marker 4)/gm)?.map((name) => name.trim());
    expect(named).toEqual(["101 line start", "102 line stop", "103 frame", "104 marker 4"]);
  });

  it("have no image for a measurement at one point", async () => {
    write(folder, "point.ptu", ptu(events, { ...T3, integers: { ...scan, ImgHdr_Dimensions: 1 } }));
    expect((await json("stats", "point.ptu")).meta.image).toBeNull();
  });
});

describe("real files", () => {
  const shared = (name: string) => join(import.meta.dirname, "../../../shared/data", name);
  it("of T3 that are declared T2 are a finding", async () => {
    const file = shared("cases/t3-declared-t2/x.ptu");
    if (!existsSync(file)) return;
    const { status, stderr } = await run(file);
    expect(status).toBe(1);
    expect(stderr).toContain("the header states mode T2, but the records look like T3");
  });

  it("have the lifetime of their records", async () => {
    const file = shared("cases/t3-lifetime-period/x.ptu");
    if (!existsSync(file)) return;
    const { lifetime_s, remarks } = await json("lifetime", file, "--channel", "1");
    expect(lifetime_s).toBeCloseTo(3.478e-9, 10);
    expect(remarks).not.toContainEqual(expect.objectContaining({ code: "pile-up" }));
  });
});
