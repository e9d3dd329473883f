/** The layout of the chart of a correlation: its scales, its bins in pixels and their heights. */

import { scaleLinear, scaleLog } from "d3";
import { type Frame, sizeOf } from "../frame";
import { type Bins, edgedBins, equalBins } from "../reduction";
import {
  type CorrelationData,
  DEFAULT_TICK,
  type Ends,
  type FitData,
  type Overlay,
  type PeakData,
  type TagChartOptions,
} from "./data";
import { drawnFit, endsOf, finite, levelOf, modelHeights, quantityOf } from "./g2-heights";
import { type Strip, withStrip } from "./residuals";

export interface G2Options extends TagChartOptions {
  /** Quantity of the left axis; counts by default. With logarithmic bins it is always g2. */
  scale?: "counts" | "g2";
  /** The peak to mark; if absent or null, the highest bin is marked. */
  peak?: PeakData | null;
  /** Shaded delays, both ends inclusive, in ticks. */
  window?: { from: bigint; to: bigint } | null;
  /** A second recording. It is drawn as g2, which does not depend on its length. */
  overlay?: Overlay<CorrelationData> | null;
}

/** The scales of the chart, its bins in pixels and their heights. */
export interface Layout {
  frame: Frame;
  bins: Bins;
  /** Height of each bin in the unit of the left axis, and its standard error. */
  heights: Float64Array;
  endsAt: (bin: number) => Ends;
  /** The height at which g2 is 1, in the unit of the left axis; null if no bin could be normalised. */
  level: number | null;
  /** The second recording, if the two can be compared. */
  second: { heights: Float64Array; bins: Bins } | null;
  /** The fitted model; null without one. */
  model: Model | null;
  /** Position of the residuals below the frame; null without a model and in low charts. */
  strip: Strip | null;
}

/** A fitted model and its height in each bin, in the unit of the left axis. */
export interface Model {
  fit: FitData;
  heights: Float64Array;
}

/** The plotting area and its scales: seconds of delay to pixels, the quantity of the left axis to pixels. */
export function g2Frame(data: CorrelationData, options: G2Options = {}): Frame {
  return layoutOf(data, options).frame;
}

/** The layout of `g2Chart` with the same data and options. */
export function layoutOf(data: CorrelationData, options: G2Options): Layout {
  const { width, height } = sizeOf(options);
  const tick = options.tick ?? DEFAULT_TICK;
  const quantity = quantityOf(data, options.scale);
  const level = quantity === "counts" ? levelOf(data) : 1;
  const fit = level === null ? null : drawnFit(data);
  const [left, right, top] = [56, width - 56, 28];
  const { strip, bottom } = withStrip(height, height - 34, fit !== null);
  const x = horizontal(data, options, tick).range([left, right]);
  const heights = quantity === "counts" ? data.counts : finite(data.g2);
  const endsAt = endsOf(data, quantity);
  const bins = binsOf(data, x, tick);
  const model = fit && { fit, heights: modelHeights(data, fit, quantity) };
  const other = options.overlay?.data;
  const alike = other && (other.edges === null) === (data.edges === null);
  const second =
    other && alike && level !== null
      ? { heights: finite(other.g2).map((value) => value * level), bins: binsOf(other, x, tick) }
      : null;
  const most = Math.max(
    highestWithin(bins, left, right, (k) => endsAt(k)[1]),
    second ? highestWithin(second.bins, left, right, (k) => second.heights[k] ?? 0) : 0,
    model ? highestWithin(bins, left, right, (k) => model.heights[k] || 0) : 0,
  );
  // If the level is as high as everything else, its name needs space above the curve.
  const room = level !== null && level > 0.7 * most ? 1.25 : 1.08;
  const y = scaleLinear([0, most > 0 ? most * room : 1], [bottom, top]);
  const frame = { width, height, left, right, top, bottom, x, y };
  return { frame, bins, heights, endsAt, level, second, model, strip };
}

function horizontal(data: CorrelationData, options: G2Options, tick: number): Frame["x"] {
  const [begin = 0, end = 0] = options.view ?? [];
  // A logarithmic axis has no position for delays of 0 and less.
  const view = end > begin && (data.edges === null || begin > 0) ? [begin, end] : null;
  if (data.edges !== null) {
    const low = edgeOf(data.edges[0] ?? 1n) * tick;
    const high = Math.max(low * 10, edgeOf(data.edges.at(-1) ?? 10n) * tick);
    return scaleLog().domain(view ?? [low, high]);
  }
  const from = edgeOf(data.from ?? 0n) * tick;
  const all = [from, from + Math.max(1, data.counts.length) * Number(data.bin ?? 1n) * tick];
  return scaleLinear().domain(view ?? all);
}

function binsOf(data: CorrelationData, x: Frame["x"], tick: number): Bins {
  if (data.edges !== null) {
    return edgedBins(Float64Array.from(data.edges, (edge) => x(edgeOf(edge) * tick)));
  }
  const begin = x(edgeOf(data.from ?? 0n) * tick);
  const second = x(edgeOf((data.from ?? 0n) + (data.bin ?? 1n)) * tick);
  return equalBins(data.counts.length, begin, second - begin);
}

/** Lower edge, in ticks, of a bin whose first delay is `first`: delays are rounded to whole ticks. */
export function edgeOf(first: bigint): number {
  return Number(first) - 0.5;
}

/** The delay, in ticks, whose bin begins at `edge`. */
export function firstDelay(edge: number): number {
  return edge + 0.5;
}

/** The largest value of the bins between two pixels. */
export function highestWithin(
  bins: Bins,
  left: number,
  right: number,
  value: (bin: number) => number,
): number {
  const last = Math.min(bins.length, bins.find(right) + 1);
  let most = 0;
  for (let bin = bins.find(left); bin < last; bin += 1) most = Math.max(most, value(bin));
  return most;
}

/** The pixel of a delay in seconds; the nearest edge of the frame for delays outside the view. */
export function within(frame: Frame, delay: number): number {
  const [low = 0, high = 1] = frame.x.domain();
  return frame.x(Math.max(low, Math.min(high, delay)));
}
