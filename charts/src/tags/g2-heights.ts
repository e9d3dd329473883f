/** The heights of a correlation's bins, their errors, and the level of accidentals. */

import type { Frame } from "../frame";
import type { Bins } from "../reduction";
import { px } from "../svg";
import type { CorrelationData, Ends, FitData } from "./data";

/** Quantity of the left axis of a correlation. */
export type Quantity = "counts" | "g2";

/** The quantity to draw. Counts of bins of different widths or levels cannot be compared: they show g2. */
export function quantityOf(data: CorrelationData, wanted: Quantity = "counts"): Quantity {
  return data.edges === null && levelsOf(data) !== "differ" ? wanted : "g2";
}

/** The values; 0 for bins that could not be normalised. */
export function finite(values: Float64Array): Float64Array {
  return values.map((value) => (Number.isFinite(value) ? value : 0));
}

/** Share by which the level of accidentals may differ between bins that have one axis of counts and one of g2. */
const LEVEL = 0.02;

/** Counts per bin at which g2 is 1; null if no bin could be normalised, or if bins differ. */
export function levelOf(data: CorrelationData): number | null {
  const level = levelsOf(data);
  return level === "none" || level === "differ" ? null : level;
}

/** Counts per bin at which g2 is 1. They differ between delays that are a considerable part of the recording. */
function levelsOf({ counts, g2 }: CorrelationData): number | "none" | "differ" {
  let level = 0;
  for (let k = 0; k < counts.length; k += 1) {
    const one = (counts[k] ?? 0) / (g2[k] ?? 0);
    if (!(one > 0 && Number.isFinite(one))) continue;
    if (level === 0) level = one;
    else if (Math.abs(one - level) > LEVEL * level) return "differ";
  }
  return level === 0 ? "none" : level;
}

/**
 * Pairs in each bin at which g2 is 1; not a number if no bin can be normalised. A bin without pairs uses the value of
 * the nearest earlier bin with pairs, scaled by width.
 */
export function pairsAtOne({ counts, g2, edges }: CorrelationData): Float64Array {
  const width = (k: number): number => (edges === null ? 1 : Number((edges[k + 1] ?? 0n) - (edges[k] ?? 0n)));
  const ratio = (k: number): number => (counts[k] ?? 0) / (g2[k] ?? 0) / width(k);
  const isKnown = (k: number): boolean => Number.isFinite(ratio(k)) && ratio(k) > 0;
  const first = counts.findIndex((_, k) => isKnown(k));
  let last = first < 0 ? Number.NaN : ratio(first);
  return counts.map((_, k) => {
    if (isKnown(k)) last = ratio(k);
    return last * width(k);
  });
}

/** The fit of a correlation with its curve; null without one. */
export function drawnFit({ fit, counts }: CorrelationData): FitData | null {
  return fit && counts.length > 0 && fit.g2.length === counts.length ? fit : null;
}

/** Pairs in each bin that the model expects; not a number if the bin can't be normalised. */
export function expectedPairs(data: CorrelationData, fit: FitData): Float64Array {
  const unit = pairsAtOne(data);
  return fit.g2.map((value, k) =>
    Number.isFinite(data.g2[k]) ? value * (unit[k] ?? Number.NaN) : Number.NaN,
  );
}

/** Heights of the model in the bins, in the unit of the left axis. */
export function modelHeights(data: CorrelationData, fit: FitData, quantity: Quantity): Float64Array {
  if (quantity === "g2") return fit.g2;
  const unit = pairsAtOne(data);
  return fit.g2.map((value, k) => value * (unit[k] ?? Number.NaN));
}

/**
 * The interval of each bin: one standard error to either side, or Jeffreys' interval for few pairs; none if unknown.
 */
export function endsOf(data: CorrelationData, quantity: Quantity): (bin: number) => Ends {
  const { counts, g2, g2_low, g2_high } = data;
  const level = levelOf(data) ?? 0;
  return (bin) => {
    const [n, value] = [counts[bin] ?? 0, g2[bin] ?? Number.NaN];
    const scale = quantity === "g2" ? 1 : value > 0 ? n / value : level;
    const ends = [(g2_low?.[bin] ?? Number.NaN) * scale, (g2_high?.[bin] ?? Number.NaN) * scale] as const;
    if (ends.every(Number.isFinite)) return ends;
    const height = quantity === "g2" ? (Number.isFinite(value) ? value : 0) : n;
    // Logarithmic bins have no known error without blocks.
    if (data.edges !== null || data.errors_from === "blocks") return [height, height];
    // Counts have Poisson's error even if g2 is not known.
    const error = n > 0 ? height / Math.sqrt(n) : 0;
    return [height - error, height + error];
  };
}

/** The bin of a delay in ticks; -1 outside all bins. */
export function binOf({ edges, from, bin, counts }: CorrelationData, delay: bigint): number {
  if (edges !== null) {
    const after = edges.findIndex((edge) => edge > delay);
    return after - 1 < 0 ? -1 : after - 1;
  }
  const distance = delay - (from ?? 0n);
  const index = distance < 0n ? -1 : Number(distance / (bin ?? 1n));
  return index < counts.length ? index : -1;
}

/** Minimum width in pixels of a bin with an error box; a narrower box looks like a thick line. */
const WIDE = 2;

/**
 * The path of boxes over the interval of each bin that is wide enough. Empty bins have no box: all of them have the
 * same interval, and with few counts these boxes would hide the other bins.
 */
export function errorBand(
  endsAt: (bin: number) => Ends,
  counts: ArrayLike<number>,
  bins: Bins,
  frame: Frame,
): string {
  let path = "";
  const last = Math.min(bins.length, bins.find(frame.right) + 1);
  for (let bin = bins.find(frame.left); bin < last; bin += 1) {
    const [from, to] = [Math.max(frame.left, bins.edge(bin)), Math.min(frame.right, bins.edge(bin + 1))];
    const [least, most] = endsAt(bin);
    if (bins.edge(bin + 1) - bins.edge(bin) < WIDE || to <= from || most <= least || !counts[bin]) continue;
    const [high, low] = [frame.y(most), frame.y(Math.max(0, least))];
    path += `M${px(from)},${px(high)}H${px(to)}V${px(low)}H${px(from)}Z`;
  }
  return path;
}
