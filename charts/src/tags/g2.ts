/** `g2Chart`: the correlation of two channels. */

import { countTicks, inTicks, linearTicks, logTicks, numberTicks, type Ticks, xAxis, yAxis } from "../axis";
import { canvas, type Frame, INK, sentence, sizeOf } from "../frame";
import { si } from "../numbers";
import { seriesStyle } from "../palette";
import { highestAt, histogramPath } from "../reduction";
import { element, px, RIM } from "../svg";
import { type CorrelationData, DEFAULT_TICK, type Ends } from "./data";
import { dipMarks, dipText } from "./dips";
import { fitCurve, fitDescription, fitStrip } from "./fit";
import { binOf, errorBand, expectedPairs, levelOf, quantityOf } from "./g2-heights";
import { edgeOf, type G2Options, highestWithin, type Layout, layoutOf, within } from "./g2-layout";
import { hasWordsIn, noPeakText, type Peak, peakMark, peakWords, timeText } from "./peak";
import { areasText, pulseMarks } from "./pulses";
import { residualsOf } from "./residuals";
import { recordingsKey, SECOND } from "./second-recording";

/**
 * A correlation as steps with their standard errors: counts on one vertical axis and g2 on the other. A dashed line
 * marks the level of accidentals (g2 = 1). The peak has its position, significance and full width at half maximum. A
 * fit adds the curve of the model and, below, its residuals.
 */
export function g2Chart(document: Document, data: CorrelationData, options: G2Options = {}): SVGSVGElement {
  const size = sizeOf(options);
  const title = `Correlation of channels ${data.a} and ${data.b}${options.subject ? ` of ${options.subject}` : ""}`;
  const layout = layoutOf(data, options);
  const { frame, bins, heights, endsAt, level, second, model, strip } = layout;
  const nothing = emptiness(data, heights);
  if (nothing !== null) {
    const svg = canvas(document, "g2", size, title, "There is nothing to draw.");
    svg.append(sentence(document, size, nothing));
    return svg;
  }
  const peak = peakOf(data, layout, options);
  const residuals = model
    ? residualsOf(data.counts, expectedPairs(data, model.fit), bins, [frame.left, frame.right])
    : [];
  const fit = model && fitDescription(model.fit, residuals, options);
  const svg = canvas(
    document,
    "g2",
    size,
    title,
    `Steps by delay, with the accidental level. ${description(data, peak, fit, options)}.`,
  );
  const counts = quantityOf(data, options.scale) === "counts";
  const left = (counts ? countTicks : numberTicks)(frame.y, size.height / 40);
  const perBin = data.bin === null ? "pairs per bin" : `pairs per bin of ${widthOf(data.bin, options)}`;
  svg.append(yAxis(document, frame, left, counts ? perBin : "g2"));
  svg.append(delayAxis(document, strip ? { ...frame, bottom: strip.bottom } : frame, data, options));
  if (model && strip) svg.append(fitStrip(document, frame, strip, { fit: model.fit, residuals }, options));
  if (options.window) svg.append(windowBand(document, frame, options.window, peak, options));

  let rightLabel = "";
  const unit = counts ? level : levelOf(data);
  if (unit !== null && data.edges === null) {
    rightLabel = counts ? "g2" : "pairs per bin";
    const ticks = counts ? numberTicks : countTicks;
    svg.append(rightAxis(document, frame, counts ? 1 / unit : unit, ticks, rightLabel));
  }
  if (level !== null) svg.append(accidentals(document, layout, level, peak));

  const trace = histogramPath(heights, bins, frame.left, frame.right, (v) => frame.y(v));
  const { colour } = seriesStyle(0);
  const lines = element(document, "g", { class: "tv-lines" });
  const band = errorBand(endsAt, data.counts, bins, frame);
  const errors = { class: "tv-band tv-errors tv-c0", fill: colour, opacity: 0.3 };
  if (band) lines.append(element(document, "path", { ...errors, d: band }));
  const line = { fill: "none", stroke: colour, "stroke-width": 1.25 };
  if (second && options.overlay) {
    const other = histogramPath(second.heights, second.bins, frame.left, frame.right, (v) => frame.y(v));
    const d = other || "M0,0";
    lines.append(element(document, "path", { ...line, ...SECOND, class: "tv-line tv-second tv-c0", d }));
  }
  lines.append(element(document, "path", { ...line, class: "tv-line tv-c0", d: trace || "M0,0" }));
  if (model) lines.append(fitCurve(document, layout, model, options));
  svg.append(lines);
  const dips = options.peak?.dips ?? [];
  if (dips.length > 0 && level !== null) {
    const curve = (pixel: number): number => highestAt(heights, bins, frame.left, pixel);
    const ends = (pixel: number): Ends => endsAt(Math.max(0, Math.min(bins.length - 1, bins.find(pixel))));
    svg.append(dipMarks(document, frame, dips, { level, curve, ends }, options));
  }
  // For pulsed light, other results are more useful than the absence of a peak.
  if (peak.kind !== "none" || !data.pulsed) svg.append(peakMark(document, frame, peak, options));
  if (data.pulsed) svg.append(pulseMarks(document, frame, data.pulsed, options));
  if (options.overlay) {
    const end = rightLabel === "" ? size.width - 4 : size.width - 12 - 6 * rightLabel.length;
    const name = second ? options.overlay.name : `${options.overlay.name} (not comparable)`;
    svg.append(recordingsKey(document, [140, end], options.subject, name));
  }
  return svg;
}

/** The peak, the areas of pulses, the dips and the fit as text. */
function description(data: CorrelationData, peak: Peak, fit: string | null, options: G2Options): string {
  const words = peakWords(peak, options).join(" · ");
  const parts = [
    peak.kind === "none" ? peak.text.replace(/^./u, (letter) => letter.toUpperCase()) : `The peak: ${words}`,
    ...(data.pulsed ? [`pulsed, ${timeText(data.pulsed.period, options, 4)}`, areasText(data.pulsed)] : []),
    ...(options.peak?.dips ?? []).map((dip) => dipText(dip, options)),
    ...(fit === null ? [] : [fit]),
  ];
  return parts.join("; ");
}

function emptiness({ a, b, counts }: CorrelationData, heights: Float64Array): string | null {
  if (!counts.some((n) => n > 0)) return `No tags of channels ${a} and ${b} have a delay in this range.`;
  return heights.some((height) => height > 0) ? null : "It can't be normalised: there is no span of time.";
}

/**
 * Position of the peak: in the view, on one side of it, or null, for instance if any pulse of light may be the peak.
 */
function peakOf(data: CorrelationData, layout: Layout, options: G2Options): Peak {
  const { frame, bins, heights, level } = layout;
  const tick = options.tick ?? DEFAULT_TICK;
  const found = options.peak ?? null;
  if (found !== null && (found.delay === null || found.delay_modulo != null))
    return { kind: "none", text: noPeakText({ ...found, a: data.a, b: data.b }) };
  const bin = found?.delay == null ? highest(heights) : binOf(data, found.delay);
  const edge = data.edges?.[bin] ?? (data.from ?? 0n) + BigInt(bin) * (data.bin ?? 1n);
  const next = data.edges?.[bin + 1] ?? edge + (data.bin ?? 1n);
  const delay = found?.delay ?? edge + (next - edge - 1n) / 2n;
  const place = frame.x((found?.centre ?? Number(delay)) * tick);
  const x = found === null ? (bins.edge(bin) + bins.edge(bin + 1)) / 2 : place;
  const known = { delay, counts: found?.peak_counts ?? data.counts[bin] ?? 0, found };
  if (!(x >= frame.left)) return { kind: "before", ...known };
  if (!(x <= frame.right)) return { kind: "after", ...known };
  if (bin < 0) return { kind: place < (frame.left + frame.right) / 2 ? "before" : "after", ...known };
  const height = highestAt(heights, bins, frame.left, x);
  const peak = { kind: "here" as const, ...known, x, y: frame.y(height), half: null };
  if (found?.fwhm == null || found.centre === null) return peak;
  const half = {
    from: within(frame, (found.centre - found.fwhm / 2) * tick),
    to: within(frame, (found.centre + found.fwhm / 2) * tick),
    y: frame.y(((level ?? 0) + height) / 2),
  };
  return { ...peak, half };
}

function highest(heights: Float64Array): number {
  let best = 0;
  for (let k = 1; k < heights.length; k += 1) if ((heights[k] ?? 0) > (heights[best] ?? 0)) best = k;
  return best;
}

function widthOf(bin: bigint, options: G2Options): string {
  if (options.units === "ticks") return bin === 1n ? "1 tick" : `${bin} ticks`;
  return si(Number(bin) * (options.tick ?? DEFAULT_TICK), "s");
}

function delayAxis(document: Document, frame: Frame, data: CorrelationData, options: G2Options): SVGElement {
  const ticks = options.units === "ticks";
  const axis = ticks ? inTicks(frame, options.tick ?? DEFAULT_TICK) : frame;
  const make = data.edges === null ? linearTicks : logTicks;
  const delays = make(axis.x, frame.width / 90, ticks ? "" : "s");
  return xAxis(document, axis, delays, ticks ? "delay (ticks)" : "delay");
}

/** Pixels of the word "window" inside the band. */
const WINDOW = 48;

function windowBand(
  document: Document,
  frame: Frame,
  { from, to }: { from: bigint; to: bigint },
  peak: Peak,
  options: G2Options,
): SVGElement {
  const tick = options.tick ?? DEFAULT_TICK;
  const [begin, end] = [within(frame, edgeOf(from) * tick), within(frame, edgeOf(to + 1n) * tick)];
  const group = element(document, "g", { class: "tv-window", fill: INK.text });
  const width = Math.max(0, end - begin);
  const [y, height] = [frame.top, frame.bottom - frame.top];
  group.append(
    element(document, "title", {}, `coincidence window: ${widthOf(to - from + 1n, options)}`),
    element(document, "rect", { x: begin, y, width, height, "fill-opacity": 0.08 }),
  );
  const ends = [
    { x: begin + 4, span: [begin, begin + WINDOW], anchor: "start" },
    { x: end - 4, span: [end - WINDOW, end], anchor: "end" },
  ] as const;
  const free = width < WINDOW ? undefined : ends.find(({ span }) => !hasWordsIn(frame, peak, span, options));
  if (free !== undefined) {
    const at = {
      class: "tv-label",
      x: free.x,
      y: frame.top + 9,
      fill: INK.faint,
      "text-anchor": free.anchor,
    };
    group.append(element(document, "text", at, "window"));
  }
  return group;
}

/** The vertical axis on the right: the same heights times `factor`, in another unit. */
function rightAxis(
  document: Document,
  frame: Frame,
  factor: number,
  make: typeof countTicks,
  label: string,
): SVGElement {
  const y = frame.y.copy().domain(frame.y.domain().map((value) => value * factor));
  const { values, labels }: Ticks = make(y, frame.height / 40);
  const group = element(document, "g", { class: "tv-axis tv-axis-y tv-axis-right", fill: INK.text });
  values.forEach((value, index) => {
    group.append(element(document, "text", { x: frame.right + 7, y: y(value) + 4 }, labels[index]));
  });
  const at = { class: "tv-label", x: frame.width - 4, y: 12, "text-anchor": "end", fill: INK.faint };
  group.append(element(document, "text", at, label));
  return group;
}

/** The dashed line at the level of accidentals, and its name above the bins on the lower side. */
function accidentals(document: Document, layout: Layout, level: number, peak: Peak): SVGElement {
  const { frame, bins, endsAt, second } = layout;
  const group = element(document, "g", { class: "tv-accidentals" });
  const line = { stroke: INK.faint, "stroke-dasharray": "4 3", fill: "none" };
  group.append(
    element(document, "path", { ...line, d: `M${frame.left},${px(frame.y(level))}H${frame.right}` }),
  );
  const text = "accidental level";
  const width = 6 * text.length + 30;
  if (frame.right - frame.left < 2.5 * width) return group;
  const highest = (from: number): number =>
    Math.max(
      level,
      highestWithin(bins, from, from + width, (k) => endsAt(k)[1]),
      second ? highestWithin(second.bins, from, from + width, (k) => second.heights[k] ?? 0) : 0,
    );
  const [left, right] = [frame.left + 4, frame.right - width];
  const from = highest(left) < highest(right) ? left : right;
  // The first line of the frame holds the text about a peak outside the view.
  const least = frame.top + (peak.kind === "here" ? 9 : 23);
  const y = frame.y(highest(from)) - 5;
  if (y < least) return group;
  const at = { ...RIM, class: "tv-label tv-rim", x: from + 22, y, fill: INK.faint };
  group.append(
    element(document, "path", { ...line, d: `M${px(from)},${px(y - 4)}h18` }),
    element(document, "text", at, text),
  );
  return group;
}
