/** `tagview offsets --over-time`, compared with `--diff` of each pair of neighbouring headers, which the core computes. */

import { beforeAll, describe, expect, it } from "vitest";
import { scratch, tagview, write } from "../support/command-line";

const folder = scratch();
const run = (...args: string[]) => tagview(["offsets", ...args], "", folder);
const json = async (...args: string[]) => JSON.parse((await run("--json", ...args)).stdout);

/** Seconds since 14:00 of the headers: no two intervals are alike. */
const SECONDS = [0, 15, 31, 44, 60];
const at = (k: number): string => new Date(Date.UTC(2026, 10, 23, 14, 0, SECONDS[k])).toISOString();
/** Partition 2 moves back, 3 stands still, 5 is new, 6 disappears, 7 is empty. */
const HEADERS = SECONDS.map((_, k) => {
  const offsets = [
    ...[1000 + 170 * k * k, 500 + 160 * k],
    ...[k < 3 ? 7000 + 150 * k : 100 + k, 40 + Math.min(k, 1), 9000 + 155 * k],
  ];
  const entries = offsets.map((offset, partition) => `${partition}:${offset}`);
  return `v1=${[...entries, ...(k > 1 ? [`5:${k}`] : []), ...(k < 4 ? [`6:${90 * k}`] : []), "7:-1"].join(",")}`;
});
const PRODUCED = HEADERS.map((_, k) => `v1=0:${5000 + 180 * k},1:${700 + 190 * k},2:9000,8:1`);
const LINES = HEADERS.map((header, k) => `${at(k)} X-Read-Consistency-Offsets: ${header}`);

const UNTIMED =
  "No header has a time, so there are no rates: put a time before each header, or set their interval with --every TIME";

interface Row {
  partition: number;
  moved: (number | null)[];
  rates: (number | null)[];
  lags: (number | null)[] | null;
}
interface Lag {
  partition: number;
  lag: number;
}

/** The results of `pick` for each partition with one. */
const byPartition = (rows: Row[], pick: (row: Row) => number | null | undefined) =>
  Object.fromEntries(rows.flatMap((row) => (pick(row) == null ? [] : [[row.partition, pick(row)]])));
const ofDiff = (rows: Lag[], scale = 1) =>
  Object.fromEntries(rows.map(({ partition, lag }) => [partition, lag / scale]));

beforeAll(() => {
  write(folder, "consumed.log", LINES.join("\n"));
  write(folder, "produced.log", PRODUCED.map((header, k) => `${at(k)} ${header}`).join("\n"));
  const entry = (k: number) => ({
    startedDateTime: at(k),
    request: { headers: [{ name: "x-read-consistency-offsets", value: HEADERS[k] }] },
  });
  const entries = [3, 0, 4, 1, 2].flatMap((k) => [
    entry(k),
    { startedDateTime: at(k), request: { headers: [] } },
  ]);
  write(folder, "session.har", JSON.stringify({ log: { entries } }));
});

describe("what partitions did", () => {
  it("from header to header is the difference by --diff, per second of their interval", async () => {
    const { partitions, headers } = await json("--over-time", "@consumed.log");
    expect(headers.map(({ interval_s }: { interval_s: number | null }) => interval_s)).toEqual([
      null,
      15,
      16,
      13,
      16,
    ]);
    for (let k = 0; k + 1 < HEADERS.length; k += 1) {
      const diff = await json("--diff", HEADERS[k + 1] ?? "", HEADERS[k] ?? "");
      const interval = (SECONDS[k + 1] ?? 0) - (SECONDS[k] ?? 0);
      expect(byPartition(partitions, ({ moved }) => moved[k])).toEqual(ofDiff(diff.partitions));
      const rates = byPartition(partitions, (row) => row.rates[k]);
      const wanted = ofDiff(diff.partitions, interval);
      expect(Object.keys(rates)).toEqual(Object.keys(wanted));
      for (const [partition, rate] of Object.entries(rates))
        expect(rate).toBeCloseTo(wanted[partition] ?? 0, 9);
    }
  });

  it("behind other headers is the difference by --diff from the header of the same time", async () => {
    const { partitions, headers } = await json("--over-time", "--diff", "@produced.log", "@consumed.log");
    expect(headers.map(({ partner }: { partner: number }) => partner)).toEqual([0, 1, 2, 3, 4]);
    for (const [k, header] of HEADERS.entries()) {
      const diff = await json("--diff", PRODUCED[k] ?? "", header);
      expect(byPartition(partitions, ({ lags }) => lags?.[k])).toEqual(ofDiff(diff.partitions));
    }
  });

  it("is the same of a HAR file, whatever the order of its entries", async () => {
    const strip = ({ headers, remarks, ...rest }: Record<string, unknown>) => rest;
    const [har, lines] = [
      await json("--over-time", "@session.har"),
      await json("--over-time", "@consumed.log"),
    ];
    expect(strip(har)).toEqual(strip(lines));
    expect(har.headers.map(({ place }: { place: number }) => place)).toEqual([3, 7, 9, 1, 5]);
    expect(har.remarks.map(({ code }: { code: string }) => code)).toEqual(["sorted"]);
  });

  it("ends with status 1 where a partition fell back, and 0 where all moved or stood still", async () => {
    expect((await run("--over-time", "@consumed.log")).status).toBe(1);
    expect((await run("--over-time", "v1=0:5,1:9\nv1=0:4,1:10")).status).toBe(1);
    expect((await run("--over-time", "v1=0:5,1:9\nv1=0:5,1:10")).status).toBe(0);
  });

  it("names the partitions that are a problem, the gravest first", async () => {
    const { verdict, partitions } = await json("--over-time", "@consumed.log");
    const named = verdict.map(({ code, partitions }: { code: string; partitions: number[] }) => [
      code,
      partitions,
    ]);
    expect(named).toEqual([
      ["fell-back", [2]],
      ["missing", [6]],
      ["stands-still", [3]],
      ["new", [5]],
    ]);
    const state = (wanted: number) => partitions.find(({ partition }: Row) => partition === wanted)?.state;
    expect([0, 1, 4, 7].map(state)).toEqual(["moves", "moves", "moves", "empty"]);
  });
});

describe("times", () => {
  it("may be given for all headers, and a message reports that rates need times", async () => {
    const text = HEADERS.slice(0, 2).join("\n");
    const rate = async (...args: string[]) =>
      (await json("--over-time", ...args, text)).partitions[0].rates[0];
    const rates = await Promise.all([rate("--every", "15s"), rate("--every", "1m"), rate()]);
    expect(rates[0] / rates[1]).toBeCloseTo(4, 9);
    expect(rates[2]).toBeNull();
    expect((await run("--over-time", text)).stderr).toBe(`tagview: ${UNTIMED}\n`);
    const { remarks } = await json("--over-time", text);
    expect(remarks).toEqual([{ about: "headers", code: "no-times", message: `${UNTIMED}.` }]);
  });

  it("are missing from one of two texts, or from both: one sentence names the text", async () => {
    const text = HEADERS.slice(0, 2).join("\n");
    const timed = LINES.slice(0, 2).join("\n");
    for (const [left, right, side] of [
      [text, text, ""],
      [text, timed, "left: "],
      [timed, text, "right: "],
    ] as const) {
      const { status, stderr } = await run("--over-time", "--diff", right, left);
      expect([status, stderr]).toEqual([0, `tagview: ${side}${UNTIMED}\n`]);
    }
    const three = HEADERS.slice(0, 3).join("\n");
    const { status, stdout, stderr } = await run("--over-time", "--diff", three, text);
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr).toBe(
      "tagview: 2 headers can't be matched with 3, because they do not all have times: " +
        "put a time before each header, or give one header or as many headers to compare with\n",
    );
  });

  it("are missing from one header, whose lag is still printed", async () => {
    const { status, stdout } = await run("--over-time", "--diff", "v1=0:9,1:5", "v1=0:2,1:5");
    expect(status).toBe(0);
    expect(stdout).toContain("One header shows no movement: add a header from a later moment.\n");
    expect(stdout).toContain("Furthest behind: 0 (7 to catch up).\n");
    expect(stdout).toMatch(/^ +0 +moves +– +– +7 +–/mu);
  });
});

describe("what can't be answered", () => {
  it.each([
    ["--every without --over-time", ["--every", "15s", "v1=0:5"], /--every needs --over-time/u],
    [
      "a duration that is none",
      ["--over-time", "--every", "soon", "v1=0:5"],
      /--every.*"soon" is not a duration/u,
    ],
    ["a question of one header", ["--over-time", "--lookup", "1", "v1=0:5"], /--lookup|--over-time/u],
  ])("%s is refused", async (_, args, message) => {
    const { status, stdout, stderr } = await run(...args);
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(message);
  });

  it("a header that is cut is reported by the status; the others count", async () => {
    const cut = `${LINES.slice(0, 2).join("\n")}\n${at(2)} v1=0:1700,1:`;
    const { status, stderr } = await run("--over-time", cut);
    expect(status).toBe(1);
    expect(stderr).toContain("1 of 3 headers can't be read as a whole (number 3)");
  });
});
