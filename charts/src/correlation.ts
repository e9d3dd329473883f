import type { CorrelationData } from "./data";
import type { Frame } from "./frame";
import type { Bins } from "./reduce";
import { px } from "./svg";

/** What the left axis of a correlation shows. */
export type Quantity = "counts" | "g2";

/** Counts of wider bins say nothing beside those of narrower ones: logarithmic bins show g2. */
export function quantityOf(data: CorrelationData, wanted: Quantity = "counts"): Quantity {
  return data.edges === null ? wanted : "g2";
}

/** What can't be normalised has no height. */
export function finite(values: Float64Array): Float64Array {
  return values.map((value) => (Number.isFinite(value) ? value : 0));
}

/** Counts per bin where g2 is 1; null where it can't be normalised. */
export function levelOf({ counts, g2 }: CorrelationData): number | null {
  const k = g2.findIndex((value) => value > 0 && Number.isFinite(value));
  return k < 0 ? null : (counts[k] ?? 0) / (g2[k] ?? 1);
}

/** Standard error of a bin, Poisson's: the root of its counts; 0 where there is none. */
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

/** Under this many pixels across, an error can't be told from a thick line. */
const WIDE = 2;

/** From one standard error below to one above, over each bin that is wide enough. */
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
