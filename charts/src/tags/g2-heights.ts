import type { Frame } from "../frame";
import type { Bins } from "../reduction";
import { px } from "../svg";
/** The heights of a correlation's bins, their errors, and the level of accidentals. */

import type { CorrelationData } from "./data";

/** What the left axis of a correlation shows. */
export type Quantity = "counts" | "g2";

/** The quantity to show. Counts of bins of different widths can't be compared, so logarithmic bins show g2. */
export function quantityOf(data: CorrelationData, wanted: Quantity = "counts"): Quantity {
  return data.edges === null ? wanted : "g2";
}

/** The values, with 0 for bins that could not be normalised. */
export function finite(values: Float64Array): Float64Array {
  return values.map((value) => (Number.isFinite(value) ? value : 0));
}

/** Counts per bin at which g2 is 1; null where no bin could be normalised. */
export function levelOf({ counts, g2 }: CorrelationData): number | null {
  const k = g2.findIndex((value) => value > 0 && Number.isFinite(value));
  return k < 0 ? null : (counts[k] ?? 0) / (g2[k] ?? 1);
}

/** Standard error of each bin after Poisson, the square root of its counts; 0 where it has none. */
export function errorOf(
  { counts, g2, g2_error }: CorrelationData,
  quantity: Quantity,
): (bin: number) => number {
  return (bin) => {
    const root = Math.sqrt(counts[bin] ?? 0);
    if (quantity === "counts") return root;
    const error = g2_error?.[bin] ?? (g2[bin] ?? 0) / root;
    return Number.isFinite(error) ? error : 0;
  };
}

/** The bin that holds a delay in ticks; -1 where none does. */
export function binOf({ edges, from, bin, counts }: CorrelationData, delay: bigint): number {
  if (edges !== null) {
    const after = edges.findIndex((edge) => edge > delay);
    return after - 1 < 0 ? -1 : after - 1;
  }
  const distance = delay - (from ?? 0n);
  const index = distance < 0n ? -1 : Number(distance / (bin ?? 1n));
  return index < counts.length ? index : -1;
}

/** Least width in pixels of a bin whose error is drawn; narrower, it could not be told from a thick line. */
const WIDE = 2;

/** The path of boxes from one standard error below each bin's height to one above, for bins that are wide enough. */
export function errorBand(
  values: Float64Array,
  errorAt: (bin: number) => number,
  bins: Bins,
  frame: Frame,
): string {
  let path = "";
  const last = Math.min(bins.length, bins.find(frame.right) + 1);
  for (let bin = bins.find(frame.left); bin < last; bin += 1) {
    const [from, to] = [Math.max(frame.left, bins.edge(bin)), Math.min(frame.right, bins.edge(bin + 1))];
    const error = errorAt(bin);
    if (bins.edge(bin + 1) - bins.edge(bin) < WIDE || to <= from || error === 0) continue;
    const value = values[bin] ?? 0;
    const [high, low] = [frame.y(value + error), frame.y(Math.max(0, value - error))];
    path += `M${px(from)},${px(high)}H${px(to)}V${px(low)}H${px(from)}Z`;
  }
  return path;
}
