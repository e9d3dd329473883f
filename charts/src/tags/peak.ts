/** The peak of a correlation: marker and text. */

import { type Frame, INK } from "../frame";
import { count, pure, siShort, withError } from "../numbers";
import { element, px, RIM } from "../svg";
import { DEFAULT_TICK, type PeakData, type TagChartOptions } from "./data";
import { sigmas } from "./significance";

interface FoundPeak {
  delay: bigint;
  counts: number;
  /** The result of the search for a peak; null if only the highest bin is known. */
  found: PeakData | null;
}

/** A peak inside the view, before or after it, or none that is significant. */
export type Peak =
  | { kind: "none"; text: string }
  | ({ kind: "before" | "after" } & FoundPeak)
  | ({
      kind: "here";
      x: number;
      y: number;
      /** The width at half height, in pixels. */
      half: { from: number; to: number; y: number } | null;
    } & FoundPeak);

/**
 * States that no peak is significant or that, of pulsed light, no single one of its peaks is; or that none was searched,
 * because both channels are the same.
 */
export function noPeakText({
  a,
  b,
  period,
  delay_modulo,
  remarks = [],
}: Partial<PeakData & { a: bigint; b: bigint }>): string {
  if (a !== undefined && a === b) return "a channel with itself has no delay";
  const isPulsed = remarks.some(({ about, code }) => about === "delay" && code === "pulsed");
  const repeats = Boolean(period) || typeof delay_modulo === "number" || isPulsed;
  return repeats ? "peaks repeat; no single one stands out" : "no significant peak";
}

/** A delay in the axis' unit, with `digits` significant digits if that is seconds. */
export function delayText(delay: bigint, options: TagChartOptions, digits = 5): string {
  if (options.units === "ticks") return `${count(delay)} ticks`;
  return siShort(Number(delay) * (options.tick ?? DEFAULT_TICK), "s", digits);
}

/** Position of a peak: its fitted centre with the error, "3.960 ± 0.015 ns"; without a fit, its bin. */
export function placeText(peak: PeakData, options: TagChartOptions, digits?: number): string {
  const { delay, centre, centre_error } = peak;
  if (centre === null) return delay === null ? "–" : delayText(delay, options, digits);
  if (digits !== undefined) return timeText(roundToError(centre, centre_error ?? null), options, digits);
  return lengthText(centre, centre_error ?? null, options);
}

/** Smallest difference, in ticks, of fitted times without an error. */
const FINEST = 1e-4;

/** Ticks rounded to a tenth of the first digit of their standard error, so that noise around 0 becomes 0. */
export function roundToError(ticks: number, error: number | null): number {
  const step = error !== null && error > 0 ? 10 ** (Math.floor(Math.log10(error)) - 1) : FINEST;
  const rounded = Math.round(ticks / step) * step;
  return rounded === 0 ? 0 : rounded;
}

/** A fractional time with its standard error, in the axis' unit; without an error, like `timeText`. */
export function lengthText(ticks: number, error: number | null, options: TagChartOptions): string {
  if (error === null || !(error > 0)) return timeText(roundToError(ticks, null), options, 5);
  const [scale, unit] = options.units === "ticks" ? [1, "ticks"] : [options.tick ?? DEFAULT_TICK, "s"];
  return withError(ticks * scale, error * scale, unit, unit === "s");
}

/** "3.960 ± 0.015 ns", "38 σ", "FWHM 900 ps"; if only the highest bin is known, "76 at 4.0625 ns". */
export function peakWords(peak: Peak, options: TagChartOptions): string[] {
  if (peak.kind === "none") return [];
  if (peak.found === null) return [`${count(peak.counts)} at ${delayText(peak.delay, options)}`];
  const { significance, fwhm } = peak.found;
  return [
    placeText(peak.found, options),
    ...(significance === null ? [] : [sigmas(significance)]),
    ...(fwhm === null ? [] : [`FWHM ${timeText(fwhm, options)}`]),
  ];
}

/** A fractional time, in the axis' unit. */
export function timeText(ticks: number, options: TagChartOptions, digits = 3): string {
  if (options.units === "ticks") return `${pure(ticks, digits)} ticks`;
  return siShort(ticks * (options.tick ?? DEFAULT_TICK), "s", digits);
}

/** A dot on the peak, a bar over its full width at half maximum, and its text beside it. */
export function peakMark(document: Document, frame: Frame, peak: Peak, options: TagChartOptions): SVGElement {
  const group = element(document, "g", { class: "tv-peak", fill: INK.text });
  const words = peakWords(peak, options);
  if (peak.kind !== "here") {
    group.append(aside(document, frame, peak, words));
    return group;
  }
  const { x, y, half } = peak;
  const place = peak.found === null ? delayText(peak.delay, options) : words.join(", ");
  group.append(
    element(document, "title", {}, `${count(peak.counts)} counts at ${place}`),
    element(document, "circle", { cx: x, cy: y, r: 3 }),
  );
  if (half) {
    group.append(
      element(document, "path", {
        class: "tv-half",
        d: `M${px(half.from)},${px(half.y - 4)}v8M${px(half.from)},${px(half.y)}H${px(half.to)}m0,-4v8`,
        stroke: INK.text,
        "stroke-width": 1.25,
        fill: "none",
      }),
    );
  }
  const { right, lines } = placeWords(frame, x, words);
  lines.forEach((text, index) => {
    const at = {
      x: x + (right ? ASIDE : -ASIDE),
      y: y + 1 + 13 * index,
      "text-anchor": right ? "start" : "end",
    };
    group.append(element(document, "text", { ...at, ...RIM, "font-weight": 600 }, text));
  });
  return group;
}

/** Pixels from a peak to its text. */
const ASIDE = 7;
/** Maximum width of a bold letter in pixels. */
const LETTER = 6.4;

/** Layout of the text of a peak at pixel `x`: its side, its lines, and their extent. */
function placeWords(
  frame: Frame,
  x: number,
  words: string[],
): { right: boolean; lines: string[]; from: number; to: number } {
  const right = x < (frame.left + frame.right) / 2;
  const room = (right ? frame.right - x : x - frame.left) - 10;
  const line = words.join(" · ");
  const lines = line.length * LETTER <= room ? [line] : words;
  const length = ASIDE + LETTER * Math.max(...lines.map((text) => text.length));
  return { right, lines, from: right ? x : x - length, to: right ? x + length : x };
}

/** Whether the text of a peak overlaps the pixels between `from` and `to`. */
export function hasWordsIn(
  frame: Frame,
  peak: Peak,
  [from, to]: readonly [number, number],
  options: TagChartOptions,
): boolean {
  if (peak.kind !== "here") return false;
  const words = placeWords(frame, peak.x, peakWords(peak, options));
  return words.from < to && from < words.to;
}

/** The text about a peak outside the view, at its side, or about the absence of a peak. */
function aside(
  document: Document,
  frame: Frame,
  peak: Exclude<Peak, { kind: "here" }>,
  words: string[],
): SVGElement {
  const before = peak.kind === "before";
  const text =
    peak.kind === "none"
      ? peak.text
      : `${before ? "← " : ""}peak at ${words.join(" · ")}${before ? "" : " →"}`;
  const at = {
    x: before ? frame.left + 4 : frame.right - 4,
    y: frame.top + 9,
    "text-anchor": before ? "start" : "end",
  };
  return element(document, "text", { ...at, ...RIM, class: "tv-label tv-rim", fill: INK.faint }, text);
}
