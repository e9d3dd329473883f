/** `offsetsChart`: the offset of each partition, exact beyond 2^53. */

import { linearTicks, yAxis } from "../axis";
import { canvas, type Frame, INK, sentence, sizeOf } from "../frame";
import { count } from "../numbers";
import type { ChartOptions } from "../options";
import { seriesStyle } from "../palette";
import { element, px } from "../svg";
import type { OffsetsData } from "./data";
import { compact, partitionAxis, partitionFrame, partitionMarks, upright, usualRange } from "./partitions";

/** Maximum number of named partitions off the scale. */
const MOST_OFF = 3;

interface Points {
  /** Numbers of the partitions with an offset. */
  x: Float64Array;
  /** Their offsets minus `base`. */
  y: Float64Array;
  /** Numbers of the empty partitions. */
  empty: Float64Array;
  /** Value subtracted from every offset: the smallest offset, if doubles or the axis could not distinguish offsets. */
  base: bigint;
  /** The range of the axis, minus `base`. */
  range: readonly [number, number];
  /** The first partitions off the scale, with their offsets. */
  off: readonly (readonly [partition: bigint, offset: bigint])[];
  /** Number of partitions off the scale. */
  offCount: number;
}

// Cached by data object: converting a hundred thousand exact integers is slow, and a zoom draws the same data at each
// step.
const pointsByData = new WeakMap<OffsetsData, Points>();

/**
 * Converts exact offsets to doubles. Offsets reach 2^63 and often differ by little. Then it converts their differences
 * from the smallest one, computed exactly.
 */
function toPoints(data: OffsetsData): Points {
  const before = pointsByData.get(data);
  if (before) return before;
  const { partition, offset } = data;
  let least: bigint | null = null;
  let largest = 0n;
  let full = 0;
  for (const value of offset) {
    if (value < 0n) continue;
    full += 1;
    if (least === null || value < least) least = value;
    if (value > largest) largest = value;
  }
  const usual = usualRange(offset.filter((value) => value >= 0n));
  const base = usual
    ? usual[0] > 0n
      ? usual[0]
      : 0n
    : least !== null && (largest - least) * 20n < largest
      ? least
      : 0n;
  const top = usual ? Number(usual[1] - base) : Number(largest - base) * 1.05;
  const off: [bigint, bigint][] = [];
  let offCount = 0;
  const points: Points = {
    x: new Float64Array(full),
    y: new Float64Array(full),
    empty: new Float64Array(offset.length - full),
    base,
    range: [0, top > 0 ? top : 1],
    off,
    offCount: 0,
  };
  let [at, empty] = [0, 0];
  offset.forEach((value, index) => {
    const place = Number(partition[index] ?? 0n);
    if (value < 0n) {
      points.empty[empty++] = place;
    } else {
      if (usual && (value < usual[0] || value > usual[1])) {
        offCount += 1;
        if (off.length < MOST_OFF) off.push([partition[index] ?? 0n, value]);
      }
      points.x[at] = place;
      points.y[at++] = Number(value - base);
    }
  });
  points.offCount = offCount;
  pointsByData.set(data, points);
  return points;
}

/** The plotting area of the chart and its scales: partition to pixels, offset minus the base to pixels. */
export function offsetsFrame(data: OffsetsData, options: ChartOptions = {}): Frame {
  return partitionFrame(data.partition, toPoints(data).range, options);
}

/** "off the scale: 7 at 12, 9 at 15, and 3 more". */
function offText({ off, offCount }: Points): string {
  const named = off.map(([partition, offset]) => `${count(partition)} at ${count(offset)}`).join(", ");
  const more = offCount > off.length ? `, and ${count(offCount - off.length)} more` : "";
  return `off the scale: ${named}${more}`;
}

/** Offset by partition, one point each; empty partitions, whose offset is -1, are rings on the axis. */
export function offsetsChart(
  document: Document,
  data: OffsetsData,
  options: ChartOptions = {},
): SVGSVGElement {
  const size = sizeOf(options);
  const title = `Offset by partition${options.subject ? ` of ${options.subject}` : ""}`;
  if (data.partition.length === 0) {
    const svg = canvas(document, "offsets", size, title, "There is nothing to draw.");
    svg.append(sentence(document, size, "No partitions."));
    return svg;
  }
  const points = toPoints(data);
  const frame = offsetsFrame(data, options);
  const svg = canvas(
    document,
    "offsets",
    size,
    title,
    `${count(data.partition.length)} partitions, ${count(points.empty.length)} of them empty.`,
  );
  const label = points.base === 0n ? "offset" : `offset above ${count(points.base)}`;
  svg.append(yAxis(document, frame, compact(linearTicks(frame.y, size.height / 60, "")), label));
  svg.append(partitionAxis(document, frame));
  const style = seriesStyle(0);
  const pitch = frame.x(1) - frame.x(0);
  svg.append(
    element(document, "path", {
      class: `tv-dots tv-c${style.slot}`,
      // A point is the round cap of a line without length.
      d: partitionMarks(points, frame, (x, y) => `M${px(x)},${px(y)}h0`, upright) || "M0,0",
      fill: "none",
      stroke: style.colour,
      "stroke-width": Math.max(1.5, Math.min(7, pitch * 0.6)),
      "stroke-linecap": "round",
    }),
  );
  const rings = element(document, "g", { class: "tv-rings", fill: "none", stroke: INK.faint });
  let column = -1;
  for (const partition of points.empty) {
    const at = frame.x(partition);
    if (at < frame.left || at > frame.right || Math.floor(at) === column) continue;
    column = Math.floor(at);
    rings.append(
      element(document, "circle", { cx: at, cy: frame.bottom - 3, r: Math.max(1, Math.min(3, pitch * 0.4)) }),
    );
  }
  svg.append(rings);
  if (points.offCount > 0) {
    const place = { class: "tv-off", x: frame.right, y: frame.top - 8, "text-anchor": "end", fill: INK.text };
    svg.append(element(document, "text", place, offText(points)));
  }
  return svg;
}
