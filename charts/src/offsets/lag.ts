/** `lagChart`: how many offsets each partition has to catch up. */

import { linearTicks, yAxis } from "../axis";
import { canvas, type Frame, INK, sentence, sizeOf } from "../frame";
import { count } from "../numbers";
import type { ChartOptions } from "../options";
import { seriesStyle } from "../palette";
import { element } from "../svg";
import type { LagData } from "./data";
import { compact, partitionAxis, partitionFrame, partitionMarks, upright } from "./partitions";

interface Bars {
  x: Float64Array;
  y: Float64Array;
  /** Index of the largest lag; of several equal ones, of the first. */
  worst: number;
  /** Index of the least lag; of several equal ones, of the first. */
  furthestBack: number;
  /** The least and the greatest value of the vertical axis. */
  range: readonly [number, number];
}

// Kept by data object, because the same data are drawn again at each step of a zoom.
const barsByData = new WeakMap<LagData, Bars>();

function toBars(data: LagData): Bars {
  const before = barsByData.get(data);
  if (before) return before;
  const y = Float64Array.from(data.lag, Number);
  let [worst, furthestBack] = [0, 0];
  let [low, high] = [0, 0];
  y.forEach((lag, index) => {
    if (lag > (y[worst] ?? 0)) worst = index;
    if (lag < (y[furthestBack] ?? 0)) furthestBack = index;
    low = Math.min(low, lag);
    high = Math.max(high, lag);
  });
  const bars: Bars = {
    x: Float64Array.from(data.partition, Number),
    y,
    worst,
    furthestBack,
    range: [low * 1.12, high * 1.12],
  };
  barsByData.set(data, bars);
  return bars;
}

/** The plotting area of the chart and its scales: partition to pixels, lag to pixels. */
export function lagFrame(data: LagData, options: ChartOptions = {}): Frame {
  return partitionFrame(data.partition, toBars(data).range, options);
}

/**
 * Lag by partition, one bar each that begins at 0. Partitions that went backwards have a colour of their own; the
 * largest and the least lag are written at their bars.
 */
export function lagChart(document: Document, data: LagData, options: ChartOptions = {}): SVGSVGElement {
  const size = sizeOf(options);
  const title = `Lag by partition${options.subject ? ` (${options.subject})` : ""}`;
  if (data.partition.length === 0) {
    const svg = canvas(document, "lag", size, title, "There is nothing to draw.");
    svg.append(sentence(document, size, "No partition is in both headers."));
    return svg;
  }
  const bars = toBars(data);
  const frame = lagFrame(data, options);
  const [worst, back] = [bars.worst, bars.furthestBack].map((row) => ({
    row,
    lag: data.lag[row] ?? 0n,
    name: count(data.partition[row] ?? 0n),
  }));
  const svg = canvas(document, "lag", size, title, description(worst, back));
  svg.append(
    yAxis(document, frame, compact(linearTicks(frame.y, size.height / 60, "")), "offsets to catch up"),
  );
  svg.append(partitionAxis(document, frame));
  const pitch = frame.x(1) - frame.x(0);
  const zero = frame.y(0);
  const bar = (x: number, y: number): string => upright(x, zero, y);
  const marks = [
    {
      name: "tv-bars",
      style: seriesStyle(1),
      path: partitionMarks(
        bars,
        frame,
        (x, y) => (y <= zero ? bar(x, y) : ""),
        (x, _, most) => (most <= zero ? bar(x, most) : ""),
      ),
    },
    {
      name: "tv-bars tv-backwards",
      style: seriesStyle(0),
      path: partitionMarks(
        bars,
        frame,
        (x, y) => (y > zero ? bar(x, y) : ""),
        (x, least) => (least > zero ? bar(x, least) : ""),
      ),
    },
  ];
  for (const { name, style, path } of marks)
    svg.append(
      element(document, "path", {
        class: `${name} tv-c${style.slot}`,
        d: path || "M0,0",
        fill: "none",
        stroke: style.colour,
        "stroke-width": Math.max(1, Math.min(18, pitch * 0.7)),
      }),
    );
  if (worst && worst.lag > 0n) svg.append(...label(document, frame, bars, worst, -5));
  if (back && back.lag < 0n) svg.append(...label(document, frame, bars, back, 13));
  return svg;
}

interface Extreme {
  row: number;
  lag: bigint;
  /** The partition's number. */
  name: string;
}

function description(worst: Extreme | undefined, back: Extreme | undefined): string {
  const first =
    worst && worst.lag > 0n
      ? `Partition ${worst.name} lags most, by ${count(worst.lag)}.`
      : "No partition is behind.";
  return back && back.lag < 0n
    ? `${first} Partition ${back.name} went backwards by ${count(-back.lag)}.`
    : first;
}

/** The partition and its lag, `below` pixels under the end of its bar; nothing where the bar is not in view. */
function label(document: Document, frame: Frame, bars: Bars, at: Extreme, below: number): SVGElement[] {
  const x = frame.x(bars.x[at.row] ?? 0);
  if (x < frame.left || x > frame.right) return [];
  const half = (frame.right - frame.left) / 2;
  return [
    element(
      document,
      "text",
      {
        class: "tv-worst",
        x,
        y: frame.y(bars.y[at.row] ?? 0) + below,
        "text-anchor": x < frame.left + half / 3 ? "start" : x > frame.right - half / 3 ? "end" : "middle",
        fill: INK.text,
        "font-weight": 600,
      },
      `${at.name}: ${count(at.lag)}`,
    ),
  ];
}
