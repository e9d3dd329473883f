/** Rates of many channels as a heat map: a row for each channel, over time. */

import { scaleLinear } from "d3";
import { type Frame, INK, sizeOf } from "../frame";
import { type HeatRow, heatMap, namesWidth, rowsIn } from "../heat-map";
import { count, si } from "../numbers";
import { element } from "../svg";
import { fittingSeries, MOST_LINES } from "./channel-series";
import { type Both, drawnBins, type RateOptions, type Rates, spanOf } from "./rates";

/** Ratio of the largest to the smallest mean rate from which colours are logarithmic. */
const FAR = 20;
/** Width of a letter below the chart in pixels, and space for the label of the axis. */
const LETTER = 6.4;
const AXIS_LABEL = 80;

/** Whether each channel has a row, because there are too many for lines. */
export function isHeatMap({ series }: Rates): boolean {
  return series.length > MOST_LINES;
}

/** The plotting area: seconds to pixels, a row's number to its upper edge. */
export function heatFrame(both: Both, options: RateOptions): Frame {
  const { width, height } = sizeOf(options);
  const { series } = both.first;
  const names = series.map(({ name }) => name);
  const [left, right, top, bottom] = [namesWidth(names), width - 14, 22, height - 34];
  const rows = rowsIn(bottom - top, series.length);
  const x = scaleLinear([...spanOf(both, options)], [left, right]);
  const y = scaleLinear([0, rows], [top, bottom]);
  return { width, height, left, right, top, bottom, x, y };
}

/** The rows that fit. */
export function drawnRows({ series, rates }: Rates, frame: Frame): HeatRow[] {
  const values = new Map(series.map((one, index) => [one, rates[index] ?? new Float64Array()]));
  const room = Math.round(frame.y.domain()[1] ?? 1);
  return fittingSeries(series, room).map((one) => ({
    channel: one.channel,
    name: one.name,
    values: values.get(one) ?? new Float64Array(),
  }));
}

/** Whether the colours of a heat map are logarithmic. */
export function isLogarithmic({ series }: Rates, { log }: RateOptions): boolean {
  if (log !== undefined && log !== null) return log;
  const tags = series.map(({ counts }) => counts.reduce((sum, one) => sum + one, 0)).filter((sum) => sum > 0);
  return Math.max(...tags) > FAR * Math.min(...tags);
}

/** The rows, and the number of channels that did not fit. */
export function rateHeat(document: Document, frame: Frame, both: Both, options: RateOptions): SVGElement {
  const { first } = both;
  const rows = drawnRows(first, frame);
  const log = isLogarithmic(first, options);
  const group = heatMap(document, frame, rows, drawnBins(first, frame), {
    log,
    label: "rate",
    format: (rate) => si(rate, "Hz"),
  });
  const missing = first.series.length - rows.length;
  const over = both.second && options.overlay ? options.overlay.name : null;
  const sentences = [
    [
      missing > 0 ? `no room for ${count(missing)} channels with fewer tags` : null,
      over && `${over} is not drawn over more than ${MOST_LINES} channels`,
    ],
    [missing > 0 ? `${count(missing)} more channels` : null, over && "one recording drawn"],
  ].map((parts) => parts.filter(Boolean).join("; "));
  const [whole = "", short] = sentences;
  const text = whole.length * LETTER <= frame.right - frame.left - AXIS_LABEL ? whole : short;
  const at = { class: "tv-label", x: frame.left, y: frame.height - 4, fill: INK.faint };
  if (whole === "") return group;
  const words = element(document, "text", at, text);
  if (text !== whole) words.append(element(document, "title", {}, whole));
  group.append(words);
  return group;
}
