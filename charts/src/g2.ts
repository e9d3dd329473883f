import { scaleLinear, scaleLog } from "d3";
import { inTicks, linearTicks, logTicks, type Ticks, xAxis, yAxis } from "./axis";
import { type CorrelationData, DEFAULT_TICK, type TagChartOptions } from "./data";
import { count, si } from "./format";
import { canvas, type Frame, INK, sentence, sizeOf } from "./frame";
import { seriesStyle } from "./palette";
import { type Bins, edgedBins, equalBins, histogramTrace } from "./reduce";
import { element } from "./svg";

export type G2Options = TagChartOptions;

/** The plotting area and its scales: seconds of delay to pixels, counts (log bins: g2) to pixels. */
export function g2Frame(data: CorrelationData, options: G2Options = {}): Frame {
  const { width, height } = sizeOf(options);
  const tick = options.tick ?? DEFAULT_TICK;
  const [left, right, top, bottom] = [56, width - 56, 28, height - 34];
  const most = valuesOf(data).reduce((max, value) => (value > max ? value : max), 0);
  const y = scaleLinear([0, most > 0 ? most * 1.08 : 1], [bottom, top]);
  if (data.edges !== null) {
    const low = Number(data.edges[0] ?? 1n) * tick;
    const high = Math.max(low * 10, Number(data.edges.at(-1) ?? 10n) * tick);
    return {
      width,
      height,
      left,
      right,
      top,
      bottom,
      x: scaleLog(options.view ?? [low, high], [left, right]),
      y,
    };
  }
  const from = Number(data.from ?? 0n) * tick;
  const all = [from, from + Math.max(1, data.counts.length) * Number(data.bin ?? 1n) * tick];
  return { width, height, left, right, top, bottom, x: scaleLinear(options.view ?? all, [left, right]), y };
}

/** Counts of wider bins say nothing beside those of narrower ones: logarithmic bins show g2. */
function valuesOf(data: CorrelationData): Float64Array {
  if (data.edges === null) return data.counts;
  return data.g2.map((value) => (Number.isFinite(value) ? value : 0));
}

/**
 * A correlation as steps: counts on the left axis and the normalised on the right one, a dashed
 * line at the accidental level (g2 = 1), and a mark with its delay at the highest bin.
 */
export function g2Chart(document: Document, data: CorrelationData, options: G2Options = {}): SVGSVGElement {
  const size = sizeOf(options);
  const title = `Correlation of channels ${data.a} and ${data.b}${options.subject ? ` of ${options.subject}` : ""}`;
  const peak = data.counts.length === 0 ? -1 : highest(valuesOf(data));
  if (peak < 0 || (data.counts[peak] ?? 0) === 0) {
    const svg = canvas(document, "g2", size, title, "There is nothing to draw.");
    svg.append(sentence(document, size, `No tags of channels ${data.a} and ${data.b} lie in this range.`));
    return svg;
  }
  const frame = g2Frame(data, options);
  const svg = canvas(document, "g2", size, title, "Steps by delay, with the accidental level and the peak.");
  const logarithmic = data.edges !== null;
  const linear = linearTicks(frame.y, size.height / 40, "");
  svg.append(yAxis(document, frame, linear, logarithmic ? "g2" : "pairs per bin"));

  const ticks = options.units === "ticks";
  const tick = options.tick ?? DEFAULT_TICK;
  const axis = ticks ? inTicks(frame, tick) : frame;
  const unit = ticks ? "" : "s";
  const delays = (logarithmic ? logTicks : linearTicks)(axis.x, size.width / 90, unit);
  svg.append(xAxis(document, axis, delays, ticks ? "delay (ticks)" : "delay"));

  const level = logarithmic ? 1 : levelOf(data);
  if (level !== null) {
    if (!logarithmic) svg.append(normalisedAxis(document, frame, level, size.height / 40));
    svg.append(accidentals(document, frame, level));
  }

  const bins = binsOf(data, frame, tick);
  const { line, band } = histogramTrace(valuesOf(data), bins, frame.left, frame.right, (v) => frame.y(v));
  const { colour } = seriesStyle(0);
  const lines = element(document, "g", { class: "tv-lines" });
  if (band) {
    lines.append(element(document, "path", { class: "tv-band tv-c0", d: band, fill: colour, opacity: 0.3 }));
  }
  lines.append(
    element(document, "path", {
      class: "tv-line tv-c0",
      d: line || "M0,0",
      stroke: colour,
      "stroke-width": 1.25,
      fill: "none",
    }),
  );
  svg.append(lines, peakMark(document, data, frame, bins, peak, options));
  return svg;
}

function highest(values: Float64Array): number {
  let best = 0;
  for (let k = 1; k < values.length; k += 1) if ((values[k] ?? 0) > (values[best] ?? 0)) best = k;
  return best;
}

/** Counts per bin where g2 is 1; null where it can't be normalised. */
function levelOf({ counts, g2 }: CorrelationData): number | null {
  const k = g2.findIndex((value) => value > 0 && Number.isFinite(value));
  return k < 0 ? null : (counts[k] ?? 0) / (g2[k] ?? 1);
}

function binsOf(data: CorrelationData, frame: Frame, tick: number): Bins {
  if (data.edges !== null)
    return edgedBins(Float64Array.from(data.edges, (edge) => frame.x(Number(edge) * tick)));
  const begin = frame.x(Number(data.from ?? 0n) * tick);
  const second = frame.x(Number((data.from ?? 0n) + (data.bin ?? 1n)) * tick);
  return equalBins(data.counts.length, begin, second - begin);
}

/** The same heights in units of the accidental level, on the right. */
function normalisedAxis(document: Document, frame: Frame, level: number, room: number): SVGElement {
  const y = frame.y.copy().domain(frame.y.domain().map((value) => value / level));
  const { values, labels }: Ticks = linearTicks(y, room, "");
  const group = element(document, "g", { class: "tv-axis tv-axis-y tv-axis-right", fill: INK.text });
  values.forEach((value, index) => {
    group.append(element(document, "text", { x: frame.right + 7, y: y(value) + 4 }, labels[index]));
  });
  const at = { class: "tv-label", x: frame.width - 4, y: 12, "text-anchor": "end", fill: INK.faint };
  group.append(element(document, "text", at, "g2"));
  return group;
}

function accidentals(document: Document, frame: Frame, level: number): SVGElement {
  return element(document, "path", {
    class: "tv-accidentals",
    d: `M${frame.left},${Math.round(frame.y(level) * 100) / 100}H${frame.right}`,
    stroke: INK.faint,
    "stroke-dasharray": "4 3",
    fill: "none",
  });
}

function peakMark(
  document: Document,
  data: CorrelationData,
  frame: Frame,
  bins: Bins,
  peak: number,
  options: G2Options,
): SVGElement {
  const x = (bins.edge(peak) + bins.edge(peak + 1)) / 2;
  const group = element(document, "g", { class: "tv-peak", fill: INK.text });
  if (x < frame.left || x > frame.right) return group;
  const y = frame.y(valuesOf(data)[peak] ?? 0);
  const edge = data.edges?.[peak] ?? (data.from ?? 0n) + BigInt(peak) * (data.bin ?? 1n);
  const ticks = options.units === "ticks";
  const delay = ticks ? `${count(edge)} ticks` : si(Number(edge) * (options.tick ?? DEFAULT_TICK), "s", 4);
  const right = x < (frame.left + frame.right) / 2;
  group.append(
    element(document, "circle", { cx: x, cy: y, r: 3 }),
    element(
      document,
      "text",
      { x: x + (right ? 7 : -7), y: y + 1, "text-anchor": right ? "start" : "end", "font-weight": 600 },
      `${count(data.counts[peak] ?? 0)} at ${delay}`,
    ),
  );
  return group;
}
