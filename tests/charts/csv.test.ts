import { coincidenceCsv, g2Csv, gapsCsv, pairsCsv, rateCsv } from "@tagview/charts/csv";
import { expect, test } from "vitest";

test("rates by channel, from the origin on, with exact ticks", () => {
  const data = {
    bin: 6_400_000n,
    start: 10n,
    channels: [
      { channel: 3n, counts: Float64Array.of(100, 50) },
      { channel: 18446744073709551615n, counts: Float64Array.of(1, 2) },
    ],
  };
  expect(rateCsv(data, { hidden: new Set([3n]) }).split("\n")).toEqual([
    "time from (ticks),time to (ticks),time from (s),time to (s),channel 18446744073709551615 (tags),channel 18446744073709551615 (Hz)",
    "0,6400000,0,0.001,1,1000",
    "6400000,12800000,0.001,0.002,2,2000",
    "",
  ]);
  expect(rateCsv(data, { origin: 0n }).split("\n")[1]).toMatch(
    /^10,6400010,1\.5625e-9,.*,100,100000,1,1000$/u,
  );
});

test("a bin after the recording's last tag has the rate of a whole bin", () => {
  const data = { bin: 6_400_000n, start: 0n, channels: [{ channel: 3n, counts: Float64Array.of(1, 2) }] };
  expect(rateCsv(data, { last: 6_399_999n }).split("\n").slice(1, 3)).toEqual([
    "0,6400000,0,0.001,1,1000",
    "6400000,12800000,0.001,0.002,2,2000",
  ]);
});

test("gaps in given and in linear bins", () => {
  const channels = [{ channel: 3n, counts: Float64Array.of(5, 6) }];
  const header = "gap from (ticks),gap to (ticks),gap from (s),gap to (s),channel 3 (gaps per bin)";
  const given = { bin: null, from: null, edges: BigInt64Array.of(1n, 10n, 9223372036854775807n), channels };
  expect(gapsCsv(given, { tick: 1e-9 })).toBe(
    `${header}\n1,10,1e-9,1e-8,5\n10,9223372036854775807,1e-8,9223372036.85478,6\n`,
  );
  const linear = { bin: 4n, from: 2n, edges: null, channels };
  expect(gapsCsv(linear)).toBe(`${header}\n2,6,3.125e-10,9.375e-10,5\n6,10,9.375e-10,1.5625e-9,6\n`);
});

test("a delay is exact, and g2 without normalisation is empty", () => {
  const data = {
    a: 3n,
    b: 15n,
    bin: 1n,
    from: 26n,
    edges: null,
    counts: Float64Array.of(76, 36),
    g2: Float64Array.of(20.074, Number.NaN),
  };
  expect(g2Csv(data)).toBe(
    "delay from (ticks),delay to (ticks),delay from (s),delay to (s),pairs per bin,g2,standard error of g2,g2 from,g2 to\n" +
      "26,27,4.0625e-9,4.21875e-9,76,20.074,,,\n27,28,4.21875e-9,4.375e-9,36,,,,\n",
  );
});

test("a line a pattern", () => {
  const pattern = {
    channels: [3n, 15n],
    counts: 378,
    counts_error: 19.5,
    counts_interval: null,
    accidentals_rates: 102.25,
    accidentals_rates_error: 0.5,
    accidentals_measured: 3,
    accidentals_measured_error: null,
    accidentals_measured_interval: [1.7, 5.3] as const,
    car: null,
    car_error: null,
    car_interval: null,
    efficiency: { 3: 0.24, 15: null },
    efficiency_error: { 3: null, 15: null },
    efficiency_interval: { 3: [0.2, 0.3] as const, 15: null },
  };
  const [header = "", line] = coincidenceCsv({ window: 13n, patterns: [pattern] }).split("\n");
  expect(header.split(",")).toHaveLength(25);
  expect(line).toBe("3 + 15,13,2.03125e-9,378,19.5,,,102.25,0.5,3,,1.7,5.3,,,,,0.24,,0.2,0.3,,,,");
});

test("a line a pair, without those of hidden channels", () => {
  const pair = {
    a: 3n,
    b: 15n,
    counts: 900,
    delay: 26n,
    centre: 25.5,
    fwhm: 4,
    peak_counts: 76,
    significance: 38,
  };
  const none = { delay: null, centre: null, fwhm: null, peak_counts: null, significance: null };
  const pairs = [pair, { ...pair, b: 16n, ...none }, { ...pair, b: 17n }];
  const lines = pairsCsv({ channels: [3n, 15n, 16n, 17n], pairs }, { hidden: new Set([17n]) }).split("\n");
  expect(lines[0]).toContain("delay (ticks),delay (s),");
  expect(lines.slice(1)).toEqual(["3,15,900,26,4.0625e-9,3.984375e-9,6.25e-10,76,38", "3,16,900,,,,,,", ""]);
});
