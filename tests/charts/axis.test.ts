import { scaleLinear } from "d3";
import { expect, test } from "vitest";
import { countTicks } from "../../charts/src/axis";

const labels = (most: number) =>
  countTicks(scaleLinear([0, most], [100, 0]), 4).labels.map((label) => label.replaceAll("\u00a0", " "));

test("counts are written out as long as they fit beside the chart, then with a prefix", () => {
  expect(labels(600_000)).toEqual(["0", "200,000", "400,000", "600,000"]);
  expect(labels(3_000_000)).toEqual(["0", "1 M", "2 M", "3 M"]);
  expect(labels(1.5e9)).toEqual(["0", "0.5 G", "1.0 G", "1.5 G"]);
});
