import { gapsChart, gapsFrame } from "@tagview/charts";
import { expect, test } from "vitest";
import { attributes, document, texts } from "./document";

// Ticks of 1 ns; gaps of 10 to 100 ns (1 of them) and 100 ns to 1 us (100 of them).
const data = {
  bin: null,
  from: null,
  edges: BigInt64Array.of(0n, 1n, 10n, 100n, 1000n, 10_000n),
  channels: [{ channel: 7n, counts: Float64Array.of(0, 0, 1, 100, 0) }],
};
const options = { tick: 1e-9, view: [1e-9, 1e-5] as const };

test("both axes are logarithmic, and the line runs from the first to the last occupied bin", () => {
  const frame = gapsFrame(data, options);
  const svg = gapsChart(document, data, options);
  const x = (seconds: number) => Math.round(frame.x(seconds) * 100) / 100;
  const y = (counts: number) => Math.round(frame.y(counts) * 100) / 100;
  // Four decades between 56 and 856: 200 pixels each.
  expect([x(1e-8), x(1e-7), x(1e-6)]).toEqual([256, 456, 656]);
  // Bins begin half a tick before their first gap.
  const [first, second, third] = [x(9.5e-9), x(99.5e-9), x(999.5e-9)];
  expect(attributes(svg, ".tv-line", "d")).toEqual([
    `M${first},286L${first},${y(1)}H${second}V${y(100)}H${third}V286`,
  ]);
});

test("ticks are powers of ten with units, and the name is at the end of the line", () => {
  const svg = gapsChart(document, data, options);
  expect(texts(svg, ".tv-axis-x text").map((text) => text.replace("\u00a0", " "))).toEqual([
    "1 ns",
    "10 ns",
    "100 ns",
    "1 µs",
    "10 µs",
    "gap",
  ]);
  expect(texts(svg, ".tv-axis-y text")).toEqual(["1", "10", "100", "gaps per bin"]);
  expect(attributes(svg, ".tv-name", "x")).toEqual(["661.96"]);
});

test("without a view the axis covers the gaps there are", () => {
  const [low = 0, high = 0] = gapsFrame(data, { tick: 1e-9 }).x.domain();
  expect(low).toBeGreaterThan(5e-9);
  expect(low).toBeLessThan(10e-9);
  expect(high).toBeGreaterThan(1e-6);
  expect(high).toBeLessThan(2e-6);
});

test("linear bins are drawn as well, a gap of 0 left of one tick", () => {
  const linear = {
    bin: 1n,
    from: 0n,
    edges: null,
    channels: [{ channel: 7n, counts: Float64Array.of(5, 4, 3) }],
  };
  const svg = gapsChart(document, linear, { tick: 1e-9 });
  expect(gapsFrame(linear, { tick: 1e-9 }).x.domain()[0]).toBeLessThan(0.5e-9);
  expect(attributes(svg, ".tv-line", "d")[0]).toMatch(/^M[\d.]+,286L/u);
});

test("a channel with a single tag has no gaps, and that is reported", () => {
  const none = { ...data, channels: [{ channel: 7n, counts: new Float64Array(5) }] };
  expect(texts(gapsChart(document, none), ".tv-empty")).toEqual(["No channel has two tags."]);
});
