/** `rateChart`: tags per second over time, by channel. */

import { inTicks, linearTicks, logTicks, xAxis, yAxis } from "../axis";
import { timeTicks } from "../clock-time";
import { endLabels } from "../end-labels";
import { canvas, type Frame, sentence, sizeOf } from "../frame";
import { rowAt } from "../heat-map";
import { count, si } from "../numbers";
import { histogramPath, meanPath } from "../reduction";
import { element } from "../svg";
import { DEFAULT_TICK, type RateData } from "./data";
import { drawnRows, heatFrame, isHeatMap, isLogarithmic, rateHeat } from "./rate-heat";
import {
  type Both,
  bothOf,
  drawnBins,
  lineFrame,
  type RateOptions,
  type Rates,
  spanOf,
  withoutMissing,
} from "./rates";
import { recordingsKey, SECOND } from "./second-recording";

/** Positions in a `rateChart`, and what it shows. */
export interface RateLayout {
  /** Seconds to pixels; hertz, or the rows of a heat map, to pixels. */
  frame: Frame;
  /** Whether the axis, or the colours of a heat map, are logarithmic. */
  isLog: boolean;
  /** The remark on an omitted bin that would be a visible part of the axis; may be empty. */
  rest: string;
  /** The channel whose row is at a height in pixels; null without a heat map, and outside its rows. */
  rowAt(pixel: number): bigint | null;
}

/** The layout of `rateChart` with the same options. */
export function rateLayout(data: RateData, options: RateOptions = {}): RateLayout {
  const both = bothOf(data, options);
  const isHeat = isHeatMap(both.first);
  const frame = isHeat ? heatFrame(both, options) : lineFrame(both, options);
  const rows = isHeat ? drawnRows(both.first, frame).map(({ channel }) => channel) : [];
  return {
    frame,
    isLog: isHeat ? isLogarithmic(both.first, options) : options.log === true,
    rest: restIn(both, options),
    rowAt: (pixel) => {
      const row = isHeat ? rowAt(frame.y, rows.length, pixel) : null;
      return row === null ? null : (rows[row] ?? null);
    },
  };
}

/** The plotting area of `rateChart` with the same options. */
export function rateFrame(data: RateData, options: RateOptions = {}): Frame {
  return rateLayout(data, options).frame;
}

/**
 * Rate in Hz over time in seconds, one line per channel, named at its end. If bins are finer than pixels, the line is
 * the rate in each column of pixels, over a lighter one from the lowest to the highest bin in it. More than eight
 * channels are a heat map with a row for each.
 */
export function rateChart(document: Document, data: RateData, options: RateOptions = {}): SVGSVGElement {
  const size = sizeOf(options);
  const title = `Rate over time${options.subject ? ` of ${options.subject}` : ""}`;
  const both = bothOf(data, options);
  const { first: rates } = both;
  const nothing = emptiness(data, rates, options);
  if (nothing !== null) {
    const svg = canvas(document, "rate", size, title, "There is nothing to draw.");
    svg.append(sentence(document, size, nothing));
    return svg;
  }
  const isHeat = isHeatMap(rates);
  const frame = isHeat ? heatFrame(both, options) : lineFrame(both, options);
  const names = rates.series.map(({ channel }) => channel).join(", ");
  const what = isHeat ? "A row each" : "A line each";
  const svg = canvas(
    document,
    "rate",
    size,
    title,
    `${what} for channel ${names}; ${count(rates.bins)} bins.${restText(rates)}`,
  );
  if (isHeat) svg.append(rateHeat(document, frame, both, options));
  else svg.append(...lineParts(document, frame, both, options));
  svg.append(timeAxis(document, frame, options));
  return svg;
}

function timeAxis(document: Document, frame: Frame, { units, tick = DEFAULT_TICK }: RateOptions): SVGElement {
  if (units !== "ticks") return xAxis(document, frame, timeTicks(frame.x, frame.width), "time");
  const axis = inTicks(frame, tick);
  return xAxis(document, axis, linearTicks(axis.x, frame.width / 110, " ticks"), "time");
}

/** The axis of rates, the lines and their names. */
function lineParts(
  document: Document,
  frame: Frame,
  { first: rates, second }: Both,
  options: RateOptions,
): SVGElement[] {
  const isLog = (frame.y.domain()[0] ?? 0) > 0;
  const ticks = isLog
    ? logTicks(frame.y, frame.height / 45, "Hz")
    : linearTicks(frame.y, frame.height / 60, "Hz");
  const parts = [yAxis(document, frame, ticks, "rate")];
  // Empty bins have no logarithm: they are drawn on the axis.
  const [low = 0] = frame.y.domain();
  const y = (rate: number): number => frame.y(Math.max(low, rate));
  const bins = drawnBins(rates, frame);
  const lines = element(document, "g", { class: "tv-lines", fill: "none", "stroke-linejoin": "round" });
  second?.series.forEach(({ channel, style }, index) => {
    const steps = drawnBins(second, frame);
    const drawn = [withoutMissing(second, index), steps, frame.left, frame.right, y] as const;
    const line = meanPath(...drawn) || histogramPath(...drawn);
    lines.append(
      element(document, "path", {
        class: `tv-line tv-second tv-c${style.slot}`,
        "data-channel": String(channel),
        d: line || "M0,0",
        stroke: style.colour,
        "stroke-width": 1.25,
        ...SECOND,
      }),
    );
  });
  rates.series.forEach(({ channel, style }, index) => {
    const drawn = [withoutMissing(rates, index), bins, frame.left, frame.right, y] as const;
    const [line, mean] = [histogramPath(...drawn), meanPath(...drawn)];
    const attributes = { "data-channel": String(channel), stroke: style.colour };
    const range = { ...attributes, class: `tv-range tv-c${style.slot}`, "stroke-opacity": 0.3 };
    if (mean) lines.append(element(document, "path", { ...range, d: line }));
    lines.append(
      element(document, "path", {
        ...attributes,
        class: `tv-line tv-c${style.slot}`,
        d: mean || line || "M0,0",
        "stroke-width": 1.25,
        "stroke-dasharray": style.dash,
      }),
    );
  });
  parts.push(lines);
  if (second && options.overlay) {
    parts.push(recordingsKey(document, [100, frame.right], options.subject, options.overlay.name));
  }
  const lastBin = Math.max(0, Math.min(rates.bins - 1, bins.find(frame.right - 1)));
  const labels = rates.series.map(({ channel, name, style }, index) => ({
    text: name,
    channel,
    style,
    y: y(endLevel(rates.rates[index], lastBin)),
  }));
  parts.push(endLabels(document, frame, labels));
  return parts;
}

/** The remark on an omitted last bin; empty without one. */
function restText({ leftOut }: Rates): string {
  return leftOut > 0 ? ` The last ${si(leftOut, "s")}, less than half a bin, are not drawn.` : "";
}

function restIn(both: Both, options: RateOptions): string {
  const [from, to] = spanOf(both, options);
  const { first } = both;
  const isInSight = to + first.leftOut > first.to && from < first.to + first.leftOut;
  return isInSight && first.leftOut > MISSED * (to - from) ? restText(first).trim() : "";
}

/** The omitted share of the axis. */
const MISSED = 0.002;

function emptiness(data: RateData, rates: Rates, { last }: RateOptions): string | null {
  if (data.start === null || rates.bins === 0) return "No tags.";
  if (rates.series.length === 0) return "Every channel is switched off.";
  // A single tag spans no time, so it has no rate.
  return last === data.start && rates.bins === 1 ? "All tags have one time: there is no rate." : null;
}

/** The label height of a noisy line: the mean of its last eight bins. */
function endLevel(rate: Float64Array | undefined, last: number): number {
  const tail = rate?.subarray(Math.max(0, last - 7), last + 1) ?? new Float64Array();
  return tail.length === 0 ? 0 : tail.reduce((sum, value) => sum + value, 0) / tail.length;
}
