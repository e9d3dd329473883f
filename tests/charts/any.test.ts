import {
  coincidenceChart,
  g2Chart,
  gapsChart,
  matrixChart,
  matrixLayout,
  offsetsChart,
  progressChart,
  rateChart,
} from "@tagview/charts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { document } from "./document";

const NONSENSE = /NaN|Infinity|undefined|null/u;

const counts = fc
  .array(fc.oneof(fc.constant(0), fc.nat(), fc.double({ min: 0, max: 1e15, noNaN: true })), {
    maxLength: 3000,
  })
  .map((values) => Float64Array.from(values));
const channel = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });
const channels = fc.uniqueArray(fc.record({ channel, counts }), {
  maxLength: 12,
  selector: ({ channel }) => channel,
});
const time = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
const positive = fc.bigInt({ min: 1n, max: 2n ** 62n });
const size = { width: fc.nat(2000), height: fc.nat(1200) };
const tick = fc.double({ min: 1e-15, max: 1, noNaN: true });
const view = fc.option(
  fc.tuple(fc.double({ min: -1e3, max: 1e3, noNaN: true }), fc.double({ min: 1e-9, max: 1e3, noNaN: true })),
);

test("coordinates are valid for any rates", () => {
  const options = fc.record({
    ...size,
    tick,
    last: fc.option(time),
    view: view.map((v) => v && ([v[0], v[0] + v[1]] as const)),
  });
  fc.assert(
    fc.property(fc.record({ bin: positive, start: fc.option(time), channels }), options, (data, drawing) => {
      expect(rateChart(document, data, drawing).outerHTML).not.toMatch(NONSENSE);
    }),
    { numRuns: 150 },
  );
});

test("coordinates are valid for any gaps", () => {
  const edges = fc
    .uniqueArray(fc.bigInt({ min: 0n, max: 2n ** 63n - 1n }), { minLength: 2, maxLength: 400 })
    .map((values) => BigInt64Array.from(values.sort((a, b) => (a < b ? -1 : 1))));
  const data = fc.oneof(
    fc.record({ bin: fc.constant(null), from: fc.constant(null), edges, channels }),
    fc.record({ bin: positive, from: time, edges: fc.constant(null), channels }),
  );
  const options = fc.record({
    ...size,
    tick,
    view: view.map((v) => v && ([Math.abs(v[0]), Math.abs(v[0]) + v[1]] as const)),
  });
  fc.assert(
    fc.property(data, options, (gaps, drawing) => {
      expect(gapsChart(document, gaps, drawing).outerHTML).not.toMatch(NONSENSE);
    }),
    { numRuns: 150 },
  );
});

test("coordinates are valid for any offsets", () => {
  const partition = fc.nat(2 ** 31 - 1);
  const offset = fc.bigInt({ min: -1n, max: 2n ** 63n - 1n });
  const partitions = fc.uniqueArray(fc.record({ partition, offset }), {
    maxLength: 2000,
    selector: (entry) => entry.partition,
  });
  fc.assert(
    fc.property(partitions, fc.record(size), (entries, drawing) => {
      const partition = BigInt64Array.from(entries, (entry) => BigInt(entry.partition));
      const offset = BigInt64Array.from(entries, (entry) => entry.offset);
      const lag = offset.map((value, index) => (index % 3 === 0 ? -value : value));
      expect(offsetsChart(document, { partition, offset }, drawing).outerHTML).not.toMatch(NONSENSE);
      expect(progressChart(document, { partition, moved: lag }, drawing).outerHTML).not.toMatch(NONSENSE);
    }),
    { numRuns: 150 },
  );
});

const float = fc.oneof(
  fc.constant(0),
  fc.double({ min: 0, max: 1e15, noNaN: true }),
  fc.double({ min: 0, max: 1e-9, noNaN: true }),
);
const peak = fc.record({
  delay: fc.option(time),
  centre: fc.option(fc.double({ min: -1e18, max: 1e18, noNaN: true })),
  fwhm: fc.option(float),
  peak_counts: fc.option(fc.nat()),
  significance: fc.option(float),
});

test("coordinates are valid for any correlation, peak, window and second recording", () => {
  const edges = (bins: number) =>
    fc
      .uniqueArray(fc.bigInt({ min: 1n, max: 2n ** 63n - 1n }), { minLength: bins + 1, maxLength: bins + 1 })
      .map((values) => BigInt64Array.from(values.sort((a, b) => (a < b ? -1 : 1))));
  // The factor of a bin's count; NaN if there is no time span.
  const factor = fc.oneof(fc.constant(Number.NaN), fc.double({ min: 1e-20, max: 1e15, noNaN: true }));
  const correlation = fc.tuple(fc.nat(300), factor).chain(([bins, g2]) =>
    fc
      .record({
        a: channel,
        b: channel,
        counts: fc.array(fc.nat(), { minLength: bins, maxLength: bins }).map((n) => Float64Array.from(n)),
        edges: fc.option(edges(bins)),
        bin: positive,
        from: time,
      })
      .map((data) => ({ ...data, g2: data.counts.map((n) => n * g2) })),
  );
  const options = fc.record({
    ...size,
    tick,
    units: fc.constantFrom("time" as const, "ticks" as const),
    scale: fc.constantFrom("counts" as const, "g2" as const),
    peak: fc.option(peak),
    window: fc.option(fc.record({ from: time, to: time })),
    overlay: fc.option(correlation.map((data) => ({ data, name: "other" }))),
    view: view.map((v) => v && ([Math.abs(v[0]) + 1e-9, Math.abs(v[0]) + 1e-9 + v[1]] as const)),
  });
  fc.assert(
    fc.property(correlation, options, (data, drawing) => {
      expect(g2Chart(document, data, drawing).outerHTML).not.toMatch(NONSENSE);
    }),
    { numRuns: 300 },
  );
});

test("for any pairs, cells are in the picture, do not overlap, and are hit at their position", () => {
  const all = fc.uniqueArray(channel, { maxLength: 70 });
  fc.assert(
    fc.property(all, peak, fc.record({ ...size, tick }), (channels, best, drawing) => {
      const sorted = [...channels].sort((a, b) => (a < b ? -1 : 1));
      const pairs = sorted
        .slice(0, 9)
        .flatMap((a) => sorted.filter((b) => b >= a).map((b) => ({ a, b, counts: 1, ...best })));
      const data = { channels, pairs };
      expect(matrixChart(document, data, drawing).outerHTML).not.toMatch(NONSENSE);
      const layout = matrixLayout(data, drawing);
      for (const { a, b } of pairs) {
        const cell = layout.cell(b, a);
        const hit = layout.at(
          (cell?.x ?? 0) + (cell?.width ?? 0) / 2,
          (cell?.y ?? 0) + (cell?.height ?? 0) / 2,
        );
        expect([hit?.a, hit?.b]).toEqual([a, b]);
      }
    }),
    { numRuns: 60 },
  );
});

test("coordinates are valid for any coincidences", () => {
  const ends = fc.option(fc.tuple(float, float));
  const pattern = fc.record({
    channels: fc.array(channel, { minLength: 1, maxLength: 4 }),
    counts: fc.nat(),
    counts_error: fc.option(float),
    counts_interval: ends,
    accidentals_rates: fc.option(float),
    accidentals_rates_error: fc.option(float),
    accidentals_measured: fc.option(float),
    accidentals_measured_error: fc.option(float),
    accidentals_measured_interval: ends,
    car: fc.option(float),
    car_error: fc.option(float),
    car_interval: ends,
  });
  fc.assert(
    fc.property(
      fc.record({ window: positive, patterns: fc.array(pattern, { maxLength: 60 }) }),
      fc.record({ ...size, tick, log: fc.constantFrom(true, false, undefined) }),
      (data, drawing) => {
        expect(coincidenceChart(document, data, drawing).outerHTML).not.toMatch(NONSENSE);
      },
    ),
    { numRuns: 150 },
  );
});
