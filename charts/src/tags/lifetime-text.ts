/** A decay as text, and a curve of a file of histograms as its data. */

import { count, percent, withError } from "../numbers";
import { DEFAULT_TICK, type LifetimeData, type TagChartOptions } from "./data";
import { lifetimeCounts } from "./lifetime";
import { timeText } from "./peak";

/** A curve of a file of histograms. Times are in seconds, null if the file does not state them. */
export interface CurveData {
  start_s: number | null;
  resolution_s: number | null;
  counts: Float64Array;
}

/** A curve whose tick is a bin, with `fit` if there is one. Without a fit, the whole curve is one period. */
export function curveData(
  { start_s, resolution_s, counts }: CurveData,
  fit: LifetimeData | null,
): LifetimeData {
  const start = start_s === null || resolution_s === null ? 0 : start_s / resolution_s;
  const whole = { channel: 0n, period: counts.length, bin: 1, counts, lifetime: null, fits: [] };
  return { ...(fit ?? whole), start };
}

/** The options that draw a curve: in seconds, or by bins if their width is unknown. */
export function curveUnits({ resolution_s }: CurveData): { tick: number; units: "time" | "ticks" } {
  return { tick: resolution_s ?? 1, units: resolution_s === null ? "ticks" : "time" };
}

/** "3.982 ± 0.045 ns, period 200 ns"; of two decays each with its share. */
export function lifetimeText(data: LifetimeData, options: TagChartOptions): string {
  const { lifetime, period, remarks, fits } = data;
  const clock = period === null ? "no clock" : `period ${timeText(period, options, 5)}`;
  if (lifetime === null) {
    const isPoor = remarks?.some(({ code }) => code === "fit-poor");
    return `${isPoor ? "no decay fits" : "no lifetime"}, ${clock}`;
  }
  const [scale, unit] = options.units === "ticks" ? [1, "ticks"] : [options.tick ?? DEFAULT_TICK, "s"];
  const components = fits[0]?.components ?? [];
  const parts = components.flatMap(({ lifetime, lifetime_error, share }) => {
    if (lifetime_error === null) return [];
    const part = components.length > 1 ? ` (${percent(share)})` : "";
    return withError(lifetime * scale, lifetime_error * scale, unit, unit === "s") + part;
  });
  return `${parts.join(" and ")}, ${clock}`;
}

/** "1.25 ns – 1.41 ns   76 counts   71.3 expected" of the bin at a delay in seconds; empty outside the bins. */
export function lifetimeBinText(data: LifetimeData, delay: number, options: TagChartOptions): string {
  const { bin, start = 0, fits } = data;
  if (bin === null) return "";
  const k = Math.floor((delay / (options.tick ?? DEFAULT_TICK) - start) / bin);
  const counts = lifetimeCounts(data)[k];
  if (counts === undefined) return "";
  const edges = [k, k + 1].map((edge) => start + edge * bin);
  const ends = edges.map((edge) =>
    options.units === "ticks" && Number.isInteger(edge) ? `${count(edge)} ticks` : timeText(edge, options, 4),
  );
  const expected = fits[0]?.expected[k];
  return [
    ends.join(" – "),
    `${count(counts)} ${counts === 1 ? "count" : "counts"}`,
    ...(expected === undefined ? [] : [`${expected.toPrecision(3)} expected`]),
  ].join("   ");
}
