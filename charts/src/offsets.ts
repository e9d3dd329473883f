import { scaleLinear } from "d3";
import { linearTicks, xAxis, yAxis } from "./axis";
import type { ChartOptions, OffsetsData } from "./data";
import { count } from "./format";
import { canvas, type Frame, INK, sentence, sizeOf } from "./frame";
import { seriesStyle } from "./palette";
import { element, px } from "./svg";

interface Points {
  /** Partition, and offset less `base`; empty partitions apart. */
  x: Float64Array;
  y: Float64Array;
  empty: number[];
  /** Subtracted from every offset where a double could not tell them apart or the axis would not show it. */
  base: bigint;
}

/**
 * Offsets reach 2^63 and often differ by little: then they are drawn as their distance from the
 * least one, taken while they are still exact.
 */
function toPoints(data: OffsetsData): Points {
  const full = data.partitions.filter(({ offset }) => offset >= 0n);
  const offsets = full.map(({ offset }) => offset);
  const least = offsets.reduce((a, b) => (b < a ? b : a), offsets[0] ?? 0n);
  const most = offsets.reduce((a, b) => (b > a ? b : a), 0n);
  const base = (most - least) * 20n < most ? least : 0n;
  return {
    x: Float64Array.from(full, ({ partition }) => Number(partition)),
    y: Float64Array.from(offsets, (offset) => Number(offset - base)),
    empty: data.partitions.filter(({ offset }) => offset < 0n).map(({ partition }) => Number(partition)),
    base,
  };
}

/** The plotting area of the chart and its scales: partition to pixels, offset less the base to pixels. */
export function offsetsFrame(data: OffsetsData, options: ChartOptions = {}): Frame {
  return layout(toPoints(data), data, options);
}

function layout(points: Points, data: OffsetsData, options: ChartOptions): Frame {
  const { width, height } = sizeOf(options);
  const [left, right, top, bottom] = [64, width - 16, 22, height - 34];
  const all = data.partitions.map(({ partition }) => Number(partition));
  const low = all.reduce((a, b) => Math.min(a, b), all[0] ?? 0);
  const high = all.reduce((a, b) => Math.max(a, b), 0);
  const view = options.view ?? [low - 0.5, high + 0.5];
  let most = 0;
  for (const value of points.y) most = Math.max(most, value);
  const x = scaleLinear([view[0], view[1]], [left, right]);
  const y = scaleLinear([0, most > 0 ? most * 1.05 : 1], [bottom, top]).nice(8);
  return { width, height, left, right, top, bottom, x, y };
}

/** Offset over partition, a point each; empty partitions (-1) are rings on the axis. */
export function offsetsChart(
  document: Document,
  data: OffsetsData,
  options: ChartOptions = {},
): SVGSVGElement {
  const size = sizeOf(options);
  const title = `Offset by partition${options.subject ? ` of ${options.subject}` : ""}`;
  if (data.partitions.length === 0) {
    const svg = canvas(document, "offsets", size, title, "There is nothing to draw.");
    svg.append(sentence(document, size, "No partitions."));
    return svg;
  }
  const points = toPoints(data);
  const frame = layout(points, data, options);
  const svg = canvas(
    document,
    "offsets",
    size,
    title,
    `${count(data.partitions.length)} partitions, ${count(points.empty.length)} of them empty.`,
  );
  const label = points.base === 0n ? "offset" : `offset above ${count(points.base)}`;
  const ticks = linearTicks(frame.y, size.height / 60, "");
  svg.append(yAxis(document, frame, compact(ticks), label));
  const xTicks = linearTicks(frame.x, size.width / 110, "");
  const whole = xTicks.values.filter(Number.isInteger);
  svg.append(
    xAxis(
      document,
      frame,
      { ...xTicks, values: whole, labels: whole.map((value) => count(value)) },
      "partition",
    ),
  );
  const style = seriesStyle(0);
  const pitch = frame.x(1) - frame.x(0);
  svg.append(
    element(document, "path", {
      class: `tv-dots tv-c${style.slot}`,
      d: dots(points, frame) || "M0,0",
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
  return svg;
}

/** Points as round caps of lines without length; where they crowd, one line a pixel column from least to most. */
function dots(points: Points, frame: Frame): string {
  let path = "";
  const crowded = points.x.length > frame.right - frame.left;
  let column = -1;
  let least = 0;
  let most = 0;
  const flush = (): void => {
    if (column >= 0) path += `M${px(column + 0.5)},${px(frame.y(least))}V${px(frame.y(most))}`;
  };
  for (let index = 0; index < points.x.length; index += 1) {
    const at = frame.x(points.x[index] ?? 0);
    const value = points.y[index] ?? 0;
    if (at < frame.left || at > frame.right) continue;
    if (!crowded) path += `M${px(at)},${px(frame.y(value))}h0`;
    else if (Math.floor(at) === column) {
      least = Math.min(least, value);
      most = Math.max(most, value);
    } else {
      flush();
      column = Math.floor(at);
      least = most = value;
    }
  }
  if (crowded) flush();
  return path;
}

/** Long labels take an SI prefix: offsets have no unit to carry it. */
function compact(ticks: ReturnType<typeof linearTicks>): ReturnType<typeof linearTicks> {
  if (!ticks.labels.some((label) => label.length > 7)) return ticks;
  const largest = Math.max(...ticks.values.map(Math.abs));
  const power = Math.floor(Math.log10(largest) / 3) * 3;
  const factor = 10 ** power;
  return {
    ...ticks,
    labels: ticks.values.map((value) =>
      value === 0 ? "0" : `${Number((value / factor).toPrecision(6))}e${power}`,
    ),
  };
}
