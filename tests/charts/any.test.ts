import { gapsChart, lagChart, offsetsChart, rateChart } from "@tagview/charts";
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

test("whatever the rates, no coordinate is nonsense", () => {
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

test("whatever the gaps, no coordinate is nonsense", () => {
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

test("whatever the offsets, no coordinate is nonsense", () => {
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
      expect(lagChart(document, { partition, lag }, drawing).outerHTML).not.toMatch(NONSENSE);
    }),
    { numRuns: 150 },
  );
});
