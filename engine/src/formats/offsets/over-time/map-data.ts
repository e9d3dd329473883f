/** A series as input of the chart of partitions over time. */

import type { Wording } from "../movement.ts";
import type { SeriesLag } from "./lag.ts";
import { isEmptyStep, type PartitionMovement, paceIn, stepTo } from "./movement.ts";
import type { OffsetsSeries } from "./series.ts";
import { paceText } from "./verdict.ts";

/** Input of `partitionMap` of @tagview/charts; its `MapData` documents the fields. */
export interface PartitionMapData {
  rows: string[];
  edges: number[];
  axis: "time" | "seconds" | "headers";
  values: Float64Array;
  kind: "movement" | "lag";
  usual: number | null;
  usualText: string;
}

/**
 * Movement, a column for each step: offsets per second or, if the length of any step is unknown, offsets per header.
 * After a gap of a partition, the value covers the whole gap; within the gap there is none. A partition that is empty
 * in both headers of a step has no value there, since it cannot be late. With `lag`: the offsets of lag, a column for
 * each header up to the next one; the last column is as long as the one before.
 */
export function partitionMapData(
  series: OffsetsSeries,
  shown: readonly PartitionMovement[],
  { name, count }: Wording,
  lag: SeriesLag | null = null,
): PartitionMapData {
  const isTimed = series.intervals.length > 0 && series.intervals.every((interval) => interval !== null);
  const columns = lag ? series.headers.length : series.intervals.length;
  const values = new Float64Array(shown.length * columns).fill(Number.NaN);
  shown.forEach(({ row }, place) => {
    for (let column = 0; column < columns; column += 1) {
      const value = lag ? lag.lag(row, column) : movedIn(series, row, column, isTimed);
      if (value !== null) values[place * columns + column] = Number(value);
    }
  });
  const usual = medianAboveZero(values);
  const usualText =
    usual === null
      ? ""
      : lag
        ? `median, ${count(Math.round(usual))}`
        : `median, ${paceText(usual, isTimed, count)}`;
  const { axis, edges } = axisOf(series, isTimed);
  if (lag) lengthen(edges, axis);
  const rows = shown.map(({ key }) => name(key));
  return { rows, edges, axis, values, kind: lag ? "lag" : "movement", usual, usualText };
}

function movedIn(series: OffsetsSeries, row: number, k: number, isTimed: boolean): number | null {
  const step = stepTo(series, row, k + 1);
  if (step === null || isEmptyStep(series, row, step)) return null;
  return paceIn(isTimed ? step : { ...step, rate: null });
}

/** The median; the smaller of two middle values. */
function medianAboveZero(values: Float64Array): number | null {
  const above = values.filter((value) => value > 0).sort();
  return above[(above.length - 1) >> 1] ?? null;
}

function axisOf(series: OffsetsSeries, isTimed: boolean): Pick<PartitionMapData, "axis" | "edges"> {
  if (!isTimed) return { axis: "headers", edges: series.headers.map((_, header) => header + 1) };
  if (series.timed === "headers") {
    return { axis: "time", edges: series.headers.map(({ time_ns }) => Number(time_ns ?? 0n) / 1e6) };
  }
  let since = 0;
  return {
    axis: "seconds",
    edges: [0, ...series.intervals.map((interval) => (since += Number(interval ?? 0n) / 1e9))],
  };
}

/** Adds the edge after the last header's column. */
function lengthen(edges: number[], axis: PartitionMapData["axis"]): void {
  const [before, last = 0] = edges.slice(-2);
  edges.push(
    edges.length > 1 && before !== undefined ? 2 * last - before : last + (axis === "time" ? 1000 : 1),
  );
}
