/** The map of partitions over time: problems remain visible, and the axis has round times. */

import { type MapData, partitionMap, partitionMapLayout } from "@tagview/charts";
import { expect, it } from "vitest";
import { document } from "./document";

const START = Date.UTC(2026, 10, 23, 14);

/** `rows` partitions that move at the usual pace in 10 steps of `seconds`, except for one cell. */
function map(rows: number, seconds: number, bad = Number.NaN): MapData {
  const values = new Float64Array(rows * 10).fill(100);
  if (!Number.isNaN(bad)) values[Math.floor(rows / 2) * 10 + 4] = bad;
  return {
    rows: Array.from({ length: rows }, (_, row) => String(row)),
    edges: Array.from({ length: 11 }, (_, k) => START + 1000 * seconds * k),
    axis: "time",
    values,
    kind: "movement",
    usual: 100,
    usualText: "median, 100/s",
  };
}

const ticks = (data: MapData): (string | null)[] =>
  [...partitionMap(document, data).querySelectorAll(".tv-axis-x text:not(.tv-label)")].map(
    ({ textContent }) => textContent,
  );

it.each([
  ["fell back", -1, "tv-sback"],
  ["stood still", 0, "tv-sstill"],
])(
  "one cell of five thousand rows that %s is drawn, although rows are thinner than a pixel",
  (_, bad, slot) => {
    expect(partitionMap(document, map(5000, 15)).querySelector(`path.${slot}`)).toBeNull();
    expect(partitionMap(document, map(5000, 15, bad)).querySelectorAll(`path.${slot}`)).toHaveLength(1);
  },
);

it("a point of the chart is that of its cell", () => {
  const data = map(4, 15);
  const { frame, rowHeight, at } = partitionMapLayout(data);
  const middle = (data.edges[6] ?? 0) + 7500;
  expect(at(frame.x(middle), frame.top + 2.5 * rowHeight)).toEqual({ row: 2, column: 6 });
  expect(at(frame.x(middle), frame.top + 4.5 * rowHeight)).toBeNull();
  expect(at(frame.left - 1, frame.top + 1)).toBeNull();
});

it("times are round clock times; days are named if there are several", () => {
  expect(ticks(map(2, 15)).slice(0, 2)).toEqual(["14:00:00", "14:00:30"]);
  expect(ticks(map(2, 0.1)).slice(0, 2)).toEqual(["14:00:00.000", "14:00:00.200"]);
  const days = ticks(map(2, 8640));
  expect(days).toContain("11-24");
  expect(days).toContain("18:00");
  expect(ticks(map(2, 86_400)).every((text) => /^2026-\d\d-\d\d$/u.test(text ?? ""))).toBe(true);
});
