/** `lifetimeChart`: a channel after a clock's pulses, over one period, and the fitted decay. */

import { scaleLinear, scaleLog } from "d3";
import { inTicks, linearTicks, logCountTicks, xAxis, yAxis } from "../axis";
import { canvas, type Frame, INK, sentence, sizeOf } from "../frame";
import { count } from "../numbers";
import { ranks, seriesStyle } from "../palette";
import { equalBins, histogramPath } from "../reduction";
import { element, px } from "../svg";
import { DEFAULT_TICK, type LifetimeData, type TagChartOptions } from "./data";
import { timeText } from "./peak";
import { residualStrip, residualsOf, type Strip, withStrip } from "./residuals";

/** Options of `lifetimeChart`. */
export interface LifetimeOptions extends TagChartOptions {
  title?: string;
  /** Meaning of the horizontal axis: the time after a clock's pulse by default. */
  abscissa?: Abscissa;
}

/** `delay` is in seconds, `bare-delay` has no known unit, and `bin` is the place of a bin from 0. */
export type Abscissa = "pulse" | "delay" | "bare-delay" | "bin";

const AXIS_LABELS: Readonly<Record<Abscissa, string>> = {
  pulse: "after the pulse",
  delay: "delay",
  "bare-delay": "delay (unit not stated)",
  bin: "bin",
};

/** The height of empty bins, because 0 has no logarithm. */
const FLOOR = 0.5;

/** Minimum width in pixels of the text on the fitted range. */
const FITTED_WIDTH = 180;

/** The counts that the fit describes. */
export function lifetimeCounts({ counts, first, pile_up_corrected }: LifetimeData): Float64Array {
  return (pile_up_corrected === true && first) || counts;
}

/** From the delay of the first bin to the end of the period, in seconds. */
export function lifetimeExtent(
  { period, start = 0 }: LifetimeData,
  { tick = DEFAULT_TICK }: TagChartOptions,
): [number, number] {
  return [start * tick, (start + (period ?? 1)) * tick];
}

/** Lifetimes before and after the pulse in {@link lifetimeView}. */
const [BEFORE, AFTER] = [1, 10];

/**
 * What a chart that can be zoomed shows first, in seconds: ten lifetimes after the highest bin of the fit, if they are within
 * the period; otherwise the whole period.
 */
export function lifetimeView(data: LifetimeData, options: TagChartOptions): [number, number] {
  const { bin, start = 0, lifetime, fits } = data;
  const whole = lifetimeExtent(data, options);
  const fit = fits[0];
  if (fit === undefined || lifetime === null || bin === null) return whole;
  const longest = Math.max(...fit.components.map((component) => component.lifetime));
  const top = fit.expected.reduce((top, height, k, all) => (height > (all[top] ?? 0) ? k : top), 0);
  const { tick = DEFAULT_TICK } = options;
  const at = (lifetimes: number): number => (start + (top + 0.5) * bin + lifetimes * longest) * tick;
  return at(AFTER) > whole[1] ? whole : [Math.max(whole[0], at(-BEFORE)), at(AFTER)];
}

/** The plotting area of the chart and its scales: seconds to pixels, counts to pixels. */
export function lifetimeFrame(data: LifetimeData, options: TagChartOptions = {}): Frame {
  return layoutOf(data, options).frame;
}

/** The plotting area, and the strip of the residuals below it; null without a fit and in low charts. */
function layoutOf(data: LifetimeData, options: TagChartOptions): { frame: Frame; strip: Strip | null } {
  const { width, height } = sizeOf(options);
  const [left, right, top] = [56, width - 24, 22];
  const { strip, bottom } = withStrip(height, height - 34, data.fits.length > 0);
  const most = lifetimeCounts(data).reduce((most, n) => Math.max(most, n), 1);
  const x = scaleLinear(options.view ?? lifetimeExtent(data, options), [left, right]);
  const y = scaleLog([FLOOR, most * 1.6], [bottom, top]);
  return { frame: { width, height, left, right, top, bottom, x, y }, strip };
}

/** The edge of a bin as text, in the unit of the axis. */
export function edgeText(edge: number, options: LifetimeOptions): string {
  if (options.abscissa === "bare-delay" || options.abscissa === "bin")
    return String(Number(edge.toPrecision(6)));
  const isWhole = options.units === "ticks" && Number.isInteger(edge);
  return isWhole ? `${count(edge)} ticks` : timeText(edge, options, 4);
}

/** "fitted from 0 s to 1 µs": the range of the bins that the fit describes. */
function fittedText({ bin, start = 0, fits }: LifetimeData, options: LifetimeOptions): string {
  const end = start + (bin ?? 1) * (fits[0]?.expected.length ?? 0);
  return `fitted from ${edgeText(start, options)} to ${edgeText(end, options)}`;
}

/**
 * Tags per bin of a period, on a logarithmic axis, with the counts that the fit expects, and its residuals below. A
 * bracket on the axis marks the fitted range. The fit is dashed and labelled if it does not describe the tags or is not
 * determined by them.
 */
export function lifetimeChart(
  document: Document,
  data: LifetimeData,
  options: LifetimeOptions = {},
): SVGSVGElement {
  const size = sizeOf(options);
  const {
    subject,
    abscissa = "pulse",
    title = `Channel ${data.channel} after the clock's pulses${subject ? ` of ${subject}` : ""}`,
  } = options;
  const { bin, period, lifetime } = data;
  const isCurve = abscissa !== "pulse";
  const counts = lifetimeCounts(data);
  if (bin === null || period === null || counts.every((n) => n === 0)) {
    const svg = canvas(document, "lifetime", size, title, "There is nothing to draw.");
    svg.append(
      sentence(
        document,
        size,
        isCurve ? "There are no counts." : "There are no tags after a clock's pulses.",
      ),
    );
    return svg;
  }
  const fit = data.fits[0];
  const poor = fit !== undefined && lifetime === null;
  const why = data.remarks?.some(({ code }) => code === "not-determined")
    ? { long: "which the counts do not determine", short: "the lifetime is not determined" }
    : { long: "which does not fit", short: "no decay fits" };
  const line = poor ? `a dashed line of the nearest decay, ${why.long}` : "a line of the decay that fits";
  const svg = canvas(
    document,
    "lifetime",
    size,
    title,
    `A step line of counts, and ${line}.${fit ? ` ${fittedText(data, options).replace("f", "F")}.` : ""}`,
  );
  const { frame, strip } = layoutOf(data, options);
  const isTicks = options.units === "ticks";
  svg.append(
    yAxis(
      document,
      frame,
      logCountTicks(frame.y, size.height / 40),
      isCurve ? "counts per bin" : "tags per bin",
    ),
  );
  const tick = options.tick ?? DEFAULT_TICK;
  const low = strip ? { ...frame, bottom: strip.bottom } : frame;
  const axis = isTicks ? inTicks(low, tick) : low;
  const ticks = linearTicks(axis.x, size.width / 110, isTicks ? "" : "s");
  svg.append(xAxis(document, axis, ticks, AXIS_LABELS[abscissa] + (isTicks && !isCurve ? " (ticks)" : "")));
  const { start = 0 } = data;
  const begin = frame.x(start * tick);
  const bins = equalBins(counts.length, begin, frame.x((start + bin) * tick) - begin);
  const y = (value: number): number => frame.y(Math.max(FLOOR, value));
  const lines = element(document, "g", { class: "tv-lines", fill: "none", "stroke-linejoin": "round" });
  const style = seriesStyle(ranks(options.order ?? [], [data.channel]).get(data.channel) ?? 0);
  const steps = histogramPath(counts, bins, frame.left, frame.right, y);
  lines.append(
    element(document, "path", {
      class: `tv-line tv-c${style.slot}`,
      d: steps || "M0,0",
      stroke: style.colour,
      "stroke-width": 1,
    }),
  );
  if (fit) {
    const drawn = histogramPath(fit.expected, bins, frame.left, frame.right, y);
    const attributes = { class: "tv-line tv-fit", d: drawn || "M0,0", stroke: INK.text };
    const dash = { "stroke-dasharray": poor ? "4 3" : undefined };
    lines.append(element(document, "path", { ...attributes, ...dash, "stroke-width": 1.75 }));
  }
  svg.append(lines);
  if (fit && strip) {
    const residuals = residualsOf(counts, fit.expected, bins, [frame.left, frame.right]);
    const write = (width: number): string => (width < FITTED_WIDTH ? "" : fittedText(data, options));
    svg.append(residualStrip(document, frame, strip, residuals, { colour: INK.text, write }));
  }
  if (fit) {
    const [from, to] = [0, fit.expected.length].map((bin) =>
      px(Math.max(frame.left, Math.min(frame.right, bins.edge(bin)))),
    );
    const d = `M${from},${low.bottom}v-6m0,6H${to}v-6`;
    const range = element(document, "path", { class: "tv-fitted", d, fill: "none", stroke: INK.text });
    range.append(element(document, "title", {}, fittedText(data, options)));
    svg.append(range);
  }
  if (poor) {
    const at = { x: frame.right, y: frame.top - 6, "text-anchor": "end", fill: INK.text };
    svg.append(element(document, "text", { ...at, class: "tv-label" }, `dashed: ${why.short}`));
  }
  return svg;
}
