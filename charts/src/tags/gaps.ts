/** `gapsChart`: times between successive tags of the same channel. */

import { scaleLinear, scaleLog } from "d3";
import { inTicks, logCountTicks, logTicks, xAxis, yAxis } from "../axis";
import { endLabels } from "../end-labels";
import { canvas, type Frame, sentence, sizeOf } from "../frame";
import { heatMap, namesWidth, rowAt, rowsIn } from "../heat-map";
import { endMargin } from "../names";
import { pure } from "../numbers";
import { type Bins, edgedBins, histogramPath } from "../reduction";
import { element, px } from "../svg";
import { fittingSeries, MOST_LINES, orderOf, type Series, visibleSeries } from "./channel-series";
import { DEFAULT_TICK, type GapsData, type Overlay, type TagChartOptions } from "./data";
import { edgeOf } from "./g2-layout";
import { recordingsKey, SECOND } from "./second-recording";

export interface GapsOptions extends TagChartOptions {
  /** A second recording; its counts are not scaled by its length. */
  overlay?: Overlay<GapsData> | null;
}

/** The height of empty bins, because 0 has no logarithm. */
const FLOOR = 0.5;

/** The shortest drawn gap in ticks: the bin of a gap of 0 has no lower edge on a logarithmic axis. */
const SHORTEST = 0.25;

/** The edges of bins in ticks, from a list or from a start and a width: half a tick before the first gap of each. */
export function gapEdges(data: GapsData): Float64Array {
  if (data.edges) return Float64Array.from(data.edges, edgeOf);
  const bins = Math.max(0, ...data.channels.map(({ counts }) => counts.length));
  const from = edgeOf(data.from ?? 0n);
  const bin = Number(data.bin ?? 1n);
  return Float64Array.from({ length: bins + 1 }, (_, index) => from + index * bin);
}

/** The plotting area of the chart and its scales: seconds to pixels; counts, or the rows of a heat map, to pixels. */
export function gapsFrame(data: GapsData, options: GapsOptions = {}): Frame {
  return layout(histogramsOf(data, options), options);
}

/** The histograms of one recording, of visible channels with gaps. */
interface Histograms {
  edges: Float64Array;
  series: Series[];
}

/** The histograms of the recording and, if there is one, of the second recording. */
function histogramsOf(data: GapsData, options: GapsOptions): [Histograms, ...Histograms[]] {
  const other = options.overlay?.data;
  const order = orderOf(data.channels, options, other?.channels);
  const histograms = (one: GapsData): Histograms => ({
    edges: gapEdges(one),
    series: visibleSeries(one.channels, { ...options, order }).filter(({ counts }) =>
      counts.some((value) => value > 0),
    ),
  });
  return other ? [histograms(data), histograms(other)] : [histograms(data)];
}

function layout(histograms: Histograms[], options: GapsOptions): Frame {
  const { width, height } = sizeOf(options);
  const tick = options.tick ?? DEFAULT_TICK;
  const series = histograms[0]?.series ?? [];
  const isHeat = series.length > MOST_LINES;
  const left = isHeat ? namesWidth(series.map(({ name }) => name)) : 56;
  const [right, top] = [width - (isHeat ? 14 : endMargin(series)), 22];
  const bottom = height - 34;
  let most = 1;
  let least = Infinity;
  let greatest = -Infinity;
  for (const { edges, series } of histograms) {
    for (const { counts } of series) {
      for (let k = 0; k < counts.length; k += 1) {
        const value = counts[k] ?? 0;
        if (!(value > 0)) continue;
        most = Math.max(most, value);
        least = Math.min(least, edges[k] ?? 1);
        greatest = Math.max(greatest, edges[k + 1] ?? 10);
      }
    }
  }
  const low = Math.max(SHORTEST, least === Infinity ? 1 : least) * tick;
  const high = Math.max(low * 10, greatest * tick);
  const view =
    options.view && options.view[0] > 0 && options.view[1] > options.view[0]
      ? options.view
      : [low * 0.8, high * 1.1];
  const x = scaleLog([view[0] ?? 1, view[1] ?? 10], [left, right]);
  const y = isHeat
    ? scaleLinear([0, rowsIn(bottom - top, series.length)], [top, bottom])
    : scaleLog([FLOOR, most * 1.6], [bottom, top]);
  return { width, height, left, right, top, bottom, x, y };
}

/** Gaps per bin over their length, both axes logarithmic, one line of steps per channel. */
export function gapsChart(document: Document, data: GapsData, options: GapsOptions = {}): SVGSVGElement {
  const size = sizeOf(options);
  const title = `Gaps between tags of the same channel${options.subject ? ` of ${options.subject}` : ""}`;
  const histograms = histogramsOf(data, options);
  const [{ edges, series }] = histograms;
  if (series.length === 0 || edges.length < 2) {
    const svg = canvas(document, "gaps", size, title, "There is nothing to draw.");
    const off = data.channels.length > 0 && visibleSeries(data.channels, options).length === 0;
    svg.append(sentence(document, size, off ? "Every channel is switched off." : "No channel has two tags."));
    return svg;
  }
  const frame = layout(histograms, options);
  const names = series.map(({ channel }) => channel).join(", ");
  const isHeat = series.length > MOST_LINES;
  const svg = canvas(
    document,
    "gaps",
    size,
    title,
    `A ${isHeat ? "row" : "step line"} each for channel ${names}, logarithmic axes.`,
  );
  if (isHeat) svg.append(gapsHeat(document, frame, edges, series, options));
  else svg.append(...lineParts(document, frame, histograms, options));
  const ticks = options.units === "ticks";
  const axis = ticks ? inTicks(frame, options.tick ?? DEFAULT_TICK) : frame;
  svg.append(
    xAxis(document, axis, logTicks(axis.x, size.width / 90, ticks ? "" : "s"), ticks ? "gap (ticks)" : "gap"),
  );
  return svg;
}

/** Rows of channels; darkness follows the logarithm of the gaps per bin. */
function gapsHeat(
  document: Document,
  frame: Frame,
  edges: Float64Array,
  series: readonly Series[],
  options: GapsOptions,
): SVGElement {
  const shown = fittingSeries(series, Math.round(frame.y.domain()[1] ?? 1));
  const rows = shown.map(({ channel, name, counts }) => ({ channel, name, values: counts }));
  const bins = binsOf(edges, frame, options.tick ?? DEFAULT_TICK);
  return heatMap(document, frame, rows, bins, {
    log: true,
    label: "gaps per bin",
    format: (gaps) => pure(gaps),
  });
}

/** The channel whose row is at a height in pixels; null without a heat map, and outside its rows. */
export function gapsRowAt(data: GapsData, options: GapsOptions, pixel: number): bigint | null {
  const histograms = histogramsOf(data, options);
  const [{ series }] = histograms;
  if (series.length <= MOST_LINES) return null;
  const { y } = layout(histograms, options);
  const shown = fittingSeries(series, Math.round(y.domain()[1] ?? 1));
  const row = rowAt(y, shown.length, pixel);
  return row === null ? null : (shown[row]?.channel ?? null);
}

/** The axis of counts, the lines and their names. */
function lineParts(
  document: Document,
  frame: Frame,
  [{ edges, series }, second]: [Histograms, ...Histograms[]],
  options: GapsOptions,
): SVGElement[] {
  const tick = options.tick ?? DEFAULT_TICK;
  const parts = [yAxis(document, frame, logCountTicks(frame.y, frame.height / 40), "gaps per bin")];
  const bins = binsOf(edges, frame, tick);
  const lines = element(document, "g", { class: "tv-lines", fill: "none", "stroke-linejoin": "round" });
  const y = (value: number): number => frame.y(Math.max(FLOOR, value));
  for (const { channel, counts, style } of second?.series ?? []) {
    const others = binsOf(second?.edges ?? edges, frame, tick);
    lines.append(
      element(document, "path", {
        class: `tv-line tv-second tv-c${style.slot}`,
        "data-channel": String(channel),
        d: outline(counts, others, frame, y) || "M0,0",
        stroke: style.colour,
        "stroke-width": 1.25,
        ...SECOND,
      }),
    );
  }
  for (const { channel, counts, style } of series) {
    lines.append(
      element(document, "path", {
        class: `tv-line tv-c${style.slot}`,
        "data-channel": String(channel),
        d: outline(counts, bins, frame, y) || "M0,0",
        stroke: style.colour,
        "stroke-width": 1.25,
        "stroke-dasharray": style.dash,
      }),
    );
  }
  parts.push(lines);
  if (options.overlay) {
    parts.push(recordingsKey(document, [100, frame.right], options.subject, options.overlay.name));
  }
  parts.push(
    endLabels(
      document,
      frame,
      series.map(({ channel, name, counts, style }) => {
        const last = lastBin(counts, bins.find(frame.right - 1));
        const x = Math.max(frame.left, Math.min(frame.right, bins.edge(last + 1)));
        return { text: name, channel, style, x, y: y(counts[last] ?? 0) };
      }),
    ),
  );
  return parts;
}

function binsOf(edges: Float64Array, frame: Frame, tick: number): Bins {
  return edgedBins(Float64Array.from(edges, (edge) => frame.x(Math.max(SHORTEST, edge) * tick)));
}

/** The path of a histogram from its first to its last nonempty bin. */
function outline(counts: Float64Array, bins: Bins, frame: Frame, y: (value: number) => number): string {
  const last = lastBin(counts, counts.length - 1);
  const left = Math.max(frame.left, bins.edge(counts.findIndex((value) => value > 0)));
  const right = Math.min(frame.right, bins.edge(last + 1));
  const line = histogramPath(counts.subarray(0, last + 1), bins, left, right, y);
  if (!line) return "";
  const floor = px(frame.bottom);
  return `${line.replace("M", `M${px(left)},${floor}L`)}${right < frame.right ? `V${floor}` : ""}`;
}

function lastBin(counts: Float64Array, from: number): number {
  let bin = Math.min(from, counts.length - 1);
  while (bin > 0 && !((counts[bin] ?? 0) > 0)) bin -= 1;
  return Math.max(0, bin);
}
