/** `progressChart`: the number of offsets that each partition moved between two headers. */

import { linearTicks, yAxis } from "../axis";
import { canvas, type Frame, INK, sentence, sizeOf } from "../frame";
import { count } from "../numbers";
import type { ChartOptions } from "../options";
import { seriesStyle } from "../palette";
import { element } from "../svg";
import type { ProgressData } from "./data";
import { compact, partitionAxis, partitionFrame, partitionMarks, upright, usualRange } from "./partitions";

interface Bars {
  x: Float64Array;
  y: Float64Array;
  /** Index of the largest progress; the first of equal ones. */
  furthest: number;
  /** Index of the smallest progress; the first of equal ones. */
  furthestBack: number;
  /** The smallest and the largest value of the vertical axis. */
  range: readonly [number, number];
}

// Cached by data object, because a zoom draws the same data at each step.
const barsByData = new WeakMap<ProgressData, Bars>();

function toBars(data: ProgressData): Bars {
  const before = barsByData.get(data);
  if (before) return before;
  const y = Float64Array.from(data.moved, Number);
  let [furthest, furthestBack] = [0, 0];
  let [low, high] = [0, 0];
  y.forEach((moved, index) => {
    if (moved > (y[furthest] ?? 0)) furthest = index;
    if (moved < (y[furthestBack] ?? 0)) furthestBack = index;
    low = Math.min(low, moved);
    high = Math.max(high, moved);
  });
  const bars: Bars = {
    x: Float64Array.from(data.partition, Number),
    y,
    furthest,
    furthestBack,
    range: rangeOf(data.moved) ?? [low * 1.12, high * 1.12],
  };
  barsByData.set(data, bars);
  return bars;
}

/** The range of the axis if single partitions moved so far that the others would be flat; null otherwise. */
function rangeOf(moved: BigInt64Array): readonly [number, number] | null {
  const usual = usualRange(moved);
  return usual && [Math.min(0, Number(usual[0])), Math.max(0, Number(usual[1]))];
}

/** The plotting area of the chart and its scales: partition to pixels, offsets moved to pixels. */
export function progressFrame(data: ProgressData, options: ChartOptions = {}): Frame {
  return partitionFrame(data.partition, toBars(data).range, options);
}

/**
 * Progress by partition, one bar each, starting at 0. Partitions that moved backwards have another colour; the largest
 * and the smallest progress have labels.
 */
export function progressChart(
  document: Document,
  data: ProgressData,
  options: ChartOptions = {},
): SVGSVGElement {
  const size = sizeOf(options);
  const title = `Progress by partition${options.subject ? ` (${options.subject})` : ""}`;
  if (data.partition.length === 0) {
    const svg = canvas(document, "progress", size, title, "There is nothing to draw.");
    svg.append(sentence(document, size, "No partition is in both headers."));
    return svg;
  }
  const bars = toBars(data);
  const frame = progressFrame(data, options);
  const [most, back] = [bars.furthest, bars.furthestBack].map((row) => ({
    row,
    moved: data.moved[row] ?? 0n,
    name: count(data.partition[row] ?? 0n),
  }));
  const svg = canvas(document, "progress", size, title, description(most, back));
  svg.append(yAxis(document, frame, compact(linearTicks(frame.y, size.height / 60, "")), "offsets moved"));
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
  if (most && most.moved > 0n) svg.append(...label(document, frame, bars, most, -5));
  if (back && back.moved < 0n) svg.append(...label(document, frame, bars, back, 13));
  return svg;
}

interface Extreme {
  row: number;
  moved: bigint;
  /** Number of the partition. */
  name: string;
}

function description(most: Extreme | undefined, back: Extreme | undefined): string {
  const first =
    most && most.moved > 0n
      ? `Partition ${most.name} moved furthest, by ${count(most.moved)}.`
      : "No partition advanced.";
  return back && back.moved < 0n
    ? `${first} Partition ${back.name} went backwards by ${count(-back.moved)}.`
    : first;
}

/** The partition and its progress, `below` pixels under the end of its bar; nothing if the bar is not visible. */
function label(document: Document, frame: Frame, bars: Bars, at: Extreme, below: number): SVGElement[] {
  const x = frame.x(bars.x[at.row] ?? 0);
  if (x < frame.left || x > frame.right) return [];
  const half = (frame.right - frame.left) / 2;
  const [low = 0, high = 0] = frame.y.domain();
  const value = bars.y[at.row] ?? 0;
  const isOff = value < low || value > high ? " (off the scale)" : "";
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
      `${at.name}: ${count(at.moved)}${isOff}`,
    ),
  ];
}
