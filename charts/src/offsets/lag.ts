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
  /** The least and the greatest value of the vertical axis. */
  range: readonly [number, number];
}

// Kept by data object, because the same data are drawn again at each step of a zoom.
const barsByData = new WeakMap<LagData, Bars>();

function toBars(data: LagData): Bars {
  const before = barsByData.get(data);
  if (before) return before;
  const y = Float64Array.from(data.lag, Number);
  let worst = 0;
  let [low, high] = [0, 0];
  y.forEach((lag, index) => {
    if (lag > (y[worst] ?? 0)) worst = index;
    low = Math.min(low, lag);
    high = Math.max(high, lag);
  });
  const bars: Bars = {
    x: Float64Array.from(data.partition, Number),
    y,
    worst,
    range: [low * 1.05, high * 1.12],
  };
  barsByData.set(data, bars);
  return bars;
}

/** The plotting area of the chart and its scales: partition to pixels, lag to pixels. */
export function lagFrame(data: LagData, options: ChartOptions = {}): Frame {
  return partitionFrame(data.partition, toBars(data).range, options);
}

/** Lag by partition, one bar each that begins at 0; the largest lag is written at its bar. */
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
  const worst = data.lag[bars.worst] ?? 0n;
  const name = count(data.partition[bars.worst] ?? 0n);
  const svg = canvas(
    document,
    "lag",
    size,
    title,
    worst > 0n ? `Partition ${name} lags most, by ${count(worst)}.` : "No partition is behind.",
  );
  svg.append(
    yAxis(document, frame, compact(linearTicks(frame.y, size.height / 60, "")), "offsets to catch up"),
  );
  svg.append(partitionAxis(document, frame));
  const style = seriesStyle(1);
  const pitch = frame.x(1) - frame.x(0);
  const zero = frame.y(0);
  svg.append(
    element(document, "path", {
      class: `tv-bars tv-c${style.slot}`,
      d:
        partitionMarks(
          bars,
          frame,
          (x, y) => upright(x, zero, y),
          (x, least, most) => upright(x, Math.max(zero, least), Math.min(zero, most)),
        ) || "M0,0",
      fill: "none",
      stroke: style.colour,
      "stroke-width": Math.max(1, Math.min(18, pitch * 0.7)),
    }),
  );
  const at = frame.x(bars.x[bars.worst] ?? 0);
  if (worst > 0n && at >= frame.left && at <= frame.right) {
    const half = (frame.right - frame.left) / 2;
    svg.append(
      element(
        document,
        "text",
        {
          class: "tv-worst",
          x: at,
          y: frame.y(bars.y[bars.worst] ?? 0) - 5,
          "text-anchor":
            at < frame.left + half / 3 ? "start" : at > frame.right - half / 3 ? "end" : "middle",
          fill: INK.text,
          "font-weight": 600,
        },
        `${name}: ${count(worst)}`,
      ),
    );
  }
  return svg;
}
