/** Differences of counts from a fitted model, in standard errors. */

import type { Bins } from "../reduction";
import type { CorrelationData, FitData } from "./data";
import { pairsAtOne } from "./g2-heights";

/** Minimum number of expected pairs of a residual; below it, a standard error does not describe the scatter. */
const MIN_EXPECTED = 5;
/** Minimum width of a residual in pixels. */
const MIN_WIDTH = 2;

/** Pixels of neighbouring bins, and their residual `(n - expected) / sqrt(expected)`. */
export interface Residual {
  from: number;
  to: number;
  value: number;
}

/**
 * Residuals of the bins between two pixels, from left to right. Bins narrower than 2 pixels, or with fewer than 5
 * expected pairs, are joined. Bins that cannot be normalised are omitted.
 */
export function residualsOf(
  data: CorrelationData,
  fit: FitData,
  bins: Bins,
  [left, right]: readonly [number, number],
): Residual[] {
  const { counts, g2 } = data;
  const unit = pairsAtOne(data);
  const residuals: Residual[] = [];
  const last = Math.min(bins.length, bins.find(right) + 1);
  let [from, pairs, expected] = [Number.NaN, 0, 0];
  for (let bin = bins.find(left); bin < last; bin += 1) {
    const model = (fit.g2[bin] ?? Number.NaN) * (unit[bin] ?? Number.NaN);
    if (!Number.isFinite(g2[bin]) || !(model >= 0)) continue;
    if (Number.isNaN(from)) from = Math.max(left, bins.edge(bin));
    pairs += counts[bin] ?? 0;
    expected += model;
    const to = Math.min(right, bins.edge(bin + 1));
    if (to - from < MIN_WIDTH || expected < MIN_EXPECTED) continue;
    residuals.push({ from, to, value: (pairs - expected) / Math.sqrt(expected) });
    [from, pairs, expected] = [Number.NaN, 0, 0];
  }
  return residuals;
}
