/** Headers over time, compared with differences of pairs, which the core computes. */

import {
  durationText,
  headersIn,
  lagBehind,
  medianPace,
  movements,
  parseDuration,
  partitionMapData,
  stepAt,
  toLines,
  whenText,
  worstFirst,
} from "@tagview/engine";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { engine, lines, says, series, wording } from "./headers-over-time";

const codes = ({ remarks }: { remarks: { code: string }[] }) => remarks.map(({ code }) => code);

const OFFSET = fc.oneof(
  fc.bigInt({ min: -1n, max: 4n }),
  fc.bigInt({ min: 0n, max: 2n ** 63n - 1n }),
  fc.constant(2n ** 63n - 1n),
);
const V1 = fc
  .array(fc.tuple(fc.nat(6), OFFSET), { minLength: 1, maxLength: 9 })
  .map((entries) => `v1=${entries.map(([partition, offset]) => `${partition}:${offset}`).join(",")}`);
const V2 = fc
  .array(fc.tuple(fc.nat(2), fc.nat(3), fc.array(OFFSET, { minLength: 1, maxLength: 3 })), {
    minLength: 1,
    maxLength: 5,
  })
  .map((entries) => `v2=${entries.map(([c, p, offsets]) => `${c}/${p}:${offsets.join(";")}`).join(",")}`);

describe("steps", () => {
  it("equal the difference of two neighbours, whatever these contain", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(V1, V2), { minLength: 2, maxLength: 6 }), async (headers) => {
        const found = await series(headers.join("\n"));
        expect(found.headers).toHaveLength(headers.length);
        for (let k = 0; k + 1 < headers.length; k += 1) {
          const { partitions, only_left, only_right } = await engine.offsets.diff(
            headers[k] ?? "",
            headers[k + 1] ?? "",
          );
          const steps = found.keys.flatMap((key, row) => {
            const step = stepAt(found, row, k);
            return step === null ? [] : [{ key, moved: step.moved }];
          });
          const placed = (partition: bigint, compartment = 0n, cluster = 0n) =>
            `${compartment}/${partition}/${cluster}`;
          const text = (key: (typeof found.keys)[number]): string =>
            typeof key === "bigint" ? placed(key) : placed(key.partition, key.compartment, key.cluster);
          expect(Object.fromEntries(steps.map(({ key, moved }) => [text(key), moved]))).toEqual(
            Object.fromEntries(
              (partitions ?? []).map(({ partition, compartment, cluster, lag }) => [
                placed(partition, compartment, cluster),
                lag,
              ]),
            ),
          );
          const alone = [...only_left, ...only_right].map((key) => found.rowOf(key));
          for (const row of alone) expect(stepAt(found, row, k)).toBeNull();
        }
      }),
      { numRuns: 60 },
    );
  });

  it("and those of fell back, stood still and lag are the core's, too", async () => {
    await fc.assert(
      fc.asyncProperty(V1, V1, async (left, right) => {
        const found = await series(`${left}\n${right}`);
        const diff = await engine.offsets.diff(left, right);
        const all = movements(found);
        const keysOf = (is: (one: (typeof all)[number]) => boolean) => all.filter(is).map(({ key }) => key);
        const sorted = [...diff.fell_back].sort((a, b) => (a < b ? -1 : 1));
        expect(keysOf(({ fell_back }) => fell_back !== null)).toEqual(sorted);
        expect(keysOf(({ still_since }) => still_since !== null)).toEqual(diff.stood_still);
        const lag = lagBehind(await series(left), await series(right));
        const mine = await series(left);
        const lags = mine.keys.flatMap((_, row) => lag.lag(row, 0) ?? []);
        expect(lags).toEqual((diff.partitions ?? []).map((row) => row.lag));
      }),
      { numRuns: 60 },
    );
  });
});

describe("rates", () => {
  it("are offsets a second of the interval that they name", async () => {
    const found = await series(lines(["0:100,1:0", "0:130,1:0", "0:1630,1:-1"]));
    expect(found.timed).toBe("headers");
    expect(stepAt(found, 0, 0)).toEqual({
      from: 0,
      to: 1,
      moved: 30n,
      interval_ns: 15n * 10n ** 9n,
      rate: 2,
    });
    expect(stepAt(found, 0, 1)?.rate).toBe(100);
    const [first, second] = movements(found);
    expect(first?.whole).toMatchObject({ from: 0, to: 2, moved: 1530n, rate: 51 });
    expect(second).toMatchObject({ state: "fell-back", still_steps: 1 });
  });

  it("are null where times are the same, missing, or in another order than the lines", async () => {
    const same = await series("1764000000 v1=0:1\n1764000000 v1=0:2\n1764000010 v1=0:12");
    expect(same.intervals).toEqual([null, 10n * 10n ** 9n]);
    expect([stepAt(same, 0, 0)?.rate, stepAt(same, 0, 1)?.rate]).toEqual([null, 1]);
    expect(movements(same)[0]?.whole?.rate).toBeNull();
    expect(codes(same)).toEqual(["same-time"]);
    const missing = await series("1764000000 v1=0:1\nv1=0:2\n1764000010 v1=0:12");
    expect(missing.intervals).toEqual([null, null]);
    expect(codes(missing)).toEqual(["times-missing"]);
    const none = await series("v1=0:1\nv1=0:2");
    expect([none.timed, codes(none)]).toEqual([null, ["no-times"]]);
    const regular = await series("v1=0:1\nv1=0:3", 4n * 10n ** 9n);
    expect([regular.timed, stepAt(regular, 0, 0)?.rate]).toEqual(["every", 0.5]);
    const turned = await series("1764000010 v1=0:12\n1764000000 v1=0:2");
    expect([codes(turned), stepAt(turned, 0, 0)?.moved]).toEqual([["sorted"], 10n]);
  });
});

describe("lag", () => {
  it("has seconds at the rate of the last interval, or otherwise a reason", async () => {
    const consumed = await series(lines(["0:100,1:50,2:9,3:7,4:5", "0:130,1:50,2:8,3:37,4:5"]));
    const produced = await series(lines(["0:100,1:90,2:9,3:7,4:5", "0:190,1:90,2:9,3:17,4:5,5:1"]));
    const all = movements(consumed, lagBehind(consumed, produced));
    expect(all.map(({ lag }) => [lag?.offsets, lag?.seconds, lag?.why_no_seconds])).toEqual([
      [60n, 30, null],
      [40n, null, "stands-still"],
      [1n, null, "falls-back"],
      [-20n, null, "leads"],
      [0n, 0, null],
    ]);
  });

  it("compares with the latest header that is not after, never with a later one", async () => {
    const left = await series("1764000005 v1=0:1\n1764000010 v1=0:2\n1764000031 v1=0:3");
    const right = await series("1764000010 v1=0:10\n1764000020 v1=0:20\n1764000030 v1=0:30");
    const lag = lagBehind(left, right);
    expect(lag.partner).toEqual([null, 0, 2]);
    expect([0, 1, 2].map((header) => lag.lag(0, header))).toEqual([null, 8n, 27n]);
    const two = await series("v1=0:1\nv1=0:2");
    expect(() => lagBehind(left, two)).toThrow(/3 headers can.t be matched with 2/u);
    expect(lagBehind(two, await series("v1=0:5")).partner).toEqual([0, 0]);
  });
});

describe("the verdict", () => {
  it("names what fell back, is missing, stands still and is slow, in this order", async () => {
    const at = (k: number): string =>
      [0, 1, 2, 3, 4, 5, 6]
        .flatMap((p) => {
          if (p === 2) return k < 3 ? [`2:${500 + 100 * k}`] : ["2:10"];
          if (p === 3) return k < 3 ? [`3:${k}`] : [];
          if (p === 4) return [`4:${k < 2 ? k * 150 : 150}`];
          return [`${p}:${(p === 5 ? 30 : 150) * k}`];
        })
        .join(",");
    expect(await says(lines([0, 1, 2, 3].map(at)))).toEqual([
      "1 partition fell back: 2 (by 690 between 14:00:30 UTC and 14:00:45 UTC).",
      "1 partition is missing in the last header: 3.",
      "1 partition stands still while others move: 4 (since 14:00:15 UTC, 30 s).",
      "1 partition is slow (median 10/s): 5 (2/s).",
    ]);
  });

  it("calls no partition slow or still where nothing was written, or all are alike", async () => {
    expect(await says(lines(["0:5,1:7", "0:5,1:7"]))).toEqual([
      "No partition moved: nothing was written between these headers.",
    ]);
    expect(await says(lines(["0:0,1:0,2:0,3:-1", "0:150,1:165,2:180,3:-1"]))).toEqual([
      "All 3 partitions with offsets move, at 10/s to 12/s; none is slower than half the median.",
    ]);
  });

  it("does not call missing what a cut header lacks", async () => {
    const text = `${lines(["0:1,1:1", "0:2,1:2"])}\n2026-11-23T14:01:00Z v1=0:3,1:`;
    const found = await series(text);
    expect(codes(found)).toContain("damaged-headers");
    expect(movements(found).map(({ state }) => state)).toEqual(["moves", "moves"]);
    expect(found.headers.map(({ complete }) => complete).at(-1)).toBe(false);
  });

  it("a median pace of a random series is that of its sorted paces", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(1000), { minLength: 3, maxLength: 40 }), async (moved) => {
        const header = (k: number) => moved.map((by, p) => `${p}:${k * by}`).join(",");
        const all = movements(await series(lines([header(0), header(1)])));
        const paces = moved.filter((by) => by > 0).sort((a, b) => a - b);
        const median = paces[Math.ceil(paces.length / 2) - 1];
        expect((medianPace(all) ?? 0) * 15).toBeCloseTo(median ?? 0, 6);
        const slow = all.filter(({ state }) => state === "slow").map(({ row }) => row);
        const wanted = moved.flatMap((by, p) => (by > 0 && by * 2 < (median ?? 0) ? [p] : []));
        expect(slow).toEqual(paces.length < 3 ? [] : wanted);
        const first = worstFirst(all)[0];
        if (paces.length >= 3 && wanted.length > 0 && !moved.includes(0)) {
          expect(moved[first?.row ?? -1]).toBe(Math.min(...moved));
        }
      }),
      { numRuns: 50 },
    );
  });
});

describe("what is given", () => {
  it("may be any log: lines without a header are skipped, and times are read anywhere in a line", () => {
    const text = [
      "* Connected to mimir (127.0.0.1)",
      "# 2026-11-23T14:00:00Z",
      "> X-Read-Consistency-Offsets: v1=0:1",
      'ts=2026-11-23T15:00:15.5+01:00 level=info offsets="v1=0:2"',
      '{"time":"2026-11-23T14:00:30Z","__consistency_offsets__":"v1=0:3"}',
      "1795874445.25 0:4,1:7",
      "2026-11-23 14:01:00 v2=0/0:5",
      "14:02 is no date v1=0:6",
      "< HTTP/1.1 200 OK",
    ].join("\r\n");
    const { headers, remarks } = headersIn(text);
    const ms = headers.map(({ time_ns }) => (time_ns === null ? null : Number(time_ns / 1_000_000n)));
    const start = Date.UTC(2026, 10, 23, 14);
    expect(headers.map(({ place }) => place)).toEqual([3, 4, 5, 6, 7, 8]);
    expect(ms).toEqual([start, start + 15_500, start + 30_000, 1795874445250, start + 60_000, null]);
    expect(codes({ remarks })).toEqual(["no-zone"]);
  });

  it.each([
    ["ts=1764392400 v1=0:1", 1764392400_000],
    ["level=info ts=1764392400.25 caller=x.go:1 offsets=v1=0:1", 1764392400_250],
    ["time=1764392400123 v1=0:1", 1764392400_123],
    ["t=1764392400123456789 v1=0:1", 1764392400_123],
    [`msg="x" ts="1764392400" v1=0:1`, 1764392400_000],
    ['{"level":"info","ts":1764392400.5,"offsets":"v1=0:1"}', 1764392400_500],
    ['{"timestamp": "1764392400123456789", "line": "v1=0:1"}', 1764392400_123],
    [String.raw`{"line":"{\"ts\":1764392400,\"offsets\":\"v1=0:1\"}"}`, 1764392400_000],
    // The first time on a line is that of the line.
    ["ts=1764392400 start=2026-11-23T14:00:00Z v1=0:1", 1764392400_000],
    ["2026-11-23T14:00:00Z time=1764392400 v1=0:1", Date.UTC(2026, 10, 23, 14)],
    // Only fields are read after the header.
    [
      '{"headers":{"x":"v1=0:1"},"level":"debug","ts":"2026-11-29T05:00:15Z"}',
      Date.UTC(2026, 10, 29, 5, 0, 15),
    ],
    [
      '{"msg":"{\\"x\\":\\"v1=0:1\\",\\"time\\":\\"2026-11-29T05:00:15Z\\"}"}',
      Date.UTC(2026, 10, 29, 5, 0, 15),
    ],
    ['{"headers":{"x":"v1=0:1"},"timestamp":1764392400.25}', 1764392400_250],
    ["v1=0:1 status=200 t=1764392400123", 1764392400_123],
    ["2026-11-23T14:00:00Z v1=0:1 ts=1764392400", Date.UTC(2026, 10, 23, 14)],
    ["v1=0:1 expires=2026-11-29T05:00:15Z", null],
    // A field on the line is preferred to a time above it.
    ["2026-11-23T14:00:00Z\nv1=0:1 ts=1764392400", 1764392400_000],
    // Other fields are no times of the line.
    ["param_time=1764392400 v1=0:1", null],
    ["ts=17643924 count=1764392400 v1=0:1", null],
    ["at=1764392400 v1=0:1", null],
  ])("has the time of the line %j", (line, ms) => {
    const [header] = headersIn(line).headers;
    expect(header?.time_ns == null ? null : Number(header.time_ns / 1_000_000n)).toBe(ms);
  });

  it("may be a HAR file, whose entries may be anything", async () => {
    const entry = (second: string, headers: unknown) => ({
      startedDateTime: `2026-11-23T14:00:${second}.000Z`,
      request: { url: "http://x/<img src=x onerror=alert(1)>", headers },
    });
    const name = "x-read-consistency-offsets";
    const har = JSON.stringify({
      log: {
        entries: [
          entry("15", [{ name, value: "v1=0:20" }]),
          null,
          { request: 5 },
          entry("00", [{ name: "accept" }, { name, value: "v1=0:5" }]),
          {
            startedDateTime: 7,
            response: { headers: [{ name: "__consistency_offsets__", value: "v1=0:9" }] },
          },
          entry("01", { length: 3 }),
          entry("02", [{ name, value: "<script>alert(1)</script> v1=0:1" }]),
        ],
      },
    });
    const { headers, from } = headersIn(har);
    expect([from, headers.map(({ text, place }) => [text, place])]).toEqual([
      "har",
      [
        ["v1=0:20", 1],
        ["v1=0:5", 4],
        ["v1=0:9", 5],
      ],
    ]);
    expect(codes(headersIn(har.slice(0, -3)))).toEqual(["bad-har"]);
  });

  it("comes back the same from the lines that are kept of it", () => {
    const given = headersIn(lines(["0:1", "0:2"])).headers;
    const kept = toLines(given.map((header) => ({ ...header, text: header.text.slice(-6) })));
    expect(kept).toBe("2026-11-23T14:00:00Z v1=0:1\n2026-11-23T14:00:15Z v1=0:2");
    expect(headersIn(kept).headers.map(({ time_ns }) => time_ns)).toEqual(
      given.map(({ time_ns }) => time_ns),
    );
    expect(toLines(headersIn(kept).headers)).toBe(kept);
  });

  it("of a million headers, some thousands are used, with the first and the last, and it is reported", () => {
    const { headers, found, remarks } = headersIn(
      Array.from({ length: 1_000_000 }, (_, k) => `${1764000000 + k} v1=0:${k}`).join("\n"),
    );
    expect([found, headers.length, codes({ remarks })]).toEqual([1_000_000, 4096, ["thinned"]]);
    expect([headers[0]?.place, headers.at(-1)?.place]).toEqual([1, 1_000_000]);
  });

  it("of more partitions than there is room for, the first are kept, and it is reported", async () => {
    const header = (k: number): string =>
      `v1=${Array.from({ length: 1000 }, (_, p) => `${k * 1000 + p}:1`).join(",")}`;
    const found = await series(Array.from({ length: 300 }, (_, k) => header(k)).join("\n"));
    expect(found.keys.length * 300).toBeLessThanOrEqual(8_000_000);
    expect(codes(found)).toContain("partitions-left-out");
    expect(found.keys.at(-1)).toBe(26_665n);
  });
});

describe("durations and times", () => {
  it("are read as operators write them, and printed in two units at most", () => {
    const s = 10n ** 9n;
    expect(["15", "15s", "1m30s", "500ms", "1.5h", "1 min"].map(parseDuration)).toEqual([
      15n * s,
      15n * s,
      90n * s,
      s / 2n,
      5400n * s,
      60n * s,
    ]);
    for (const bad of ["", "0", "-5s", "5 x", "1e3", "1m30", "s", "9".repeat(40)])
      expect(() => parseDuration(bad), bad).toThrow(/is not a duration/u);
    expect([s / 4n, 45n * s, 250n * s, 11_100n * s, 187_200n * s].map(durationText)).toEqual([
      "0.25 s",
      "45 s",
      "4 min 10 s",
      "3 h 5 min",
      "2 d 4 h",
    ]);
  });

  it("have their date where the headers are of several days", async () => {
    const found = await series("2026-11-22T23:59:50Z v1=0:1\n2026-11-23T00:00:05Z v1=0:2");
    expect([whenText(found, 0), whenText(found, 1)]).toEqual([
      "2026-11-22 23:59:50 UTC",
      "2026-11-23 00:00:05 UTC",
    ]);
  });
});

it("the map has a cell for each step, and for a lag one for each header", async () => {
  const found = await series(lines(["0:0,1:10", "0:30,1:5", "0:90"]));
  const map = partitionMapData(found, movements(found), wording);
  expect([map.rows, map.axis, map.edges.length]).toEqual([["0", "1"], "time", 3]);
  expect([...map.values]).toEqual([2, 4, -1 / 3, Number.NaN]);
  expect([map.usual, map.usualText]).toEqual([2, "median, 2/s"]);
  // Partitions without any records are not late.
  const empty = await series(lines(["0:0,1:-1", "0:30,1:-1", "0:60,1:0"]));
  expect([...partitionMapData(empty, movements(empty), wording).values]).toEqual([2, 2, Number.NaN, 1 / 15]);
  const lag = lagBehind(found, await series("v1=0:100,1:10"));
  const behind = partitionMapData(found, movements(found), wording, lag);
  expect([...behind.values]).toEqual([100, 70, 10, 0, 5, Number.NaN]);
  expect(behind.edges.length).toBe(4);
});
