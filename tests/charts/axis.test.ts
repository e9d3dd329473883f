import { scaleLinear, scaleLog } from "d3";
import { expect, test } from "vitest";
import { countTicks, logCountTicks, logTicks, numberTicks } from "../../charts/src/axis";

const labels = (most: number) =>
  countTicks(scaleLinear([0, most], [100, 0]), 4).labels.map((label) => label.replaceAll("\u00a0", " "));

test("counts are written out as long as they fit beside the chart, then with a power of ten", () => {
  expect(labels(600_000)).toEqual(["0", "200,000", "400,000", "600,000"]);
  expect(labels(3_000_000)).toEqual(["0", "1×10⁶", "2×10⁶", "3×10⁶"]);
  expect(labels(1.5e9)).toEqual(["0", "0.5×10⁹", "1.0×10⁹", "1.5×10⁹"]);
});

test("counts have whole ticks, however few there are", () => {
  expect(labels(1)).toEqual(["0", "1"]);
  expect(labels(0.004)).toEqual(["0"]);
  expect(labels(3)).toEqual(["0", "1", "2", "3"]);
  const ticks = logCountTicks(scaleLog([0.0015, 600], [100, 0]), 8);
  expect(ticks.labels).toEqual(["1", "10", "100"]);
  expect(Math.min(...ticks.minor)).toBeGreaterThanOrEqual(1);
});

test("pure numbers have no prefix, which belongs to a unit", () => {
  expect(numberTicks(scaleLinear([0, 0.4], [100, 0]), 4).labels).toEqual(["0.0", "0.1", "0.2", "0.3", "0.4"]);
  const decades = (low: number, high: number) => logTicks(scaleLog([low, high], [100, 0]), 9, "").labels;
  expect(decades(0.001, 1)).toEqual(["0.001", "0.01", "0.1", "1"]);
  expect(decades(1000, 1e7)).toEqual(["1,000", "10,000", "100,000", "10⁶", "10⁷"]);
  expect(decades(1e-5, 1e-3)).toEqual(["10⁻⁵", "10⁻⁴", "0.001"]);
});
