/** A decay as text, and a curve of a file of histograms as its data. */

import { count, percent, withError } from "../numbers";
import { DEFAULT_TICK, type KeyFigure, type LifetimeData, type TagChartOptions } from "./data";
import { devianceFigure } from "./fit-words";
import { edgeText, type LifetimeOptions, lifetimeCounts } from "./lifetime";
import { timeText } from "./peak";

/** A curve of a file of histograms. Times are in seconds, null if the file does not state them. */
export interface CurveData {
  start_s: number | null;
  resolution_s: number | null;
  counts: Float64Array;
  /** The delays in the file's numbers, if it states no unit. */
  delays?: BareDelays | null;
}

/** Delays of unknown unit: that of the first bin, and the width of a bin. */
export interface BareDelays {
  start: number;
  width: number;
}

/**
 * A curve, with `fit` if there is one; without a fit, the whole curve is one period. Its tick is a bin, or 1 in the
 * file's numbers if they have no unit.
 */
export function curveData(
  { start_s, resolution_s, counts, delays }: CurveData,
  fit: LifetimeData | null,
): LifetimeData {
  const bare = resolution_s === null ? delays : null;
  const bin = bare?.width ?? 1;
  const whole = { channel: 0n, period: counts.length * bin, bin, counts, lifetime: null, fits: [] };
  const start = resolution_s === null || start_s === null ? 0 : start_s / resolution_s;
  return { ...(fit ?? whole), start: bare?.start ?? start };
}

/** The options that draw a curve: in seconds, or without a unit if the width of a bin is unknown. */
export function curveUnits({
  resolution_s,
  delays,
}: Pick<CurveData, "resolution_s" | "delays">): Required<
  Pick<LifetimeOptions, "tick" | "units" | "abscissa">
> {
  if (resolution_s !== null) return { tick: resolution_s, units: "time", abscissa: "delay" };
  return { tick: 1, units: "ticks", abscissa: delays ? "bare-delay" : "bin" };
}

/**
 * The lifetime, "3.982 ± 0.045 ns", of two decays each with its share; the period; and the deviance. Without an
 * acceptable fit the nearest one, without errors.
 */
export function lifetimeFigures(data: LifetimeData, options: TagChartOptions): KeyFigure[] {
  const { period, fits } = data;
  const [fit] = fits;
  return [
    { name: "lifetime", value: lifetimeText(data, options), about: "lifetime" },
    {
      name: "period",
      value: period === null ? "no clock" : timeText(period, options, 5),
      about: "period",
    },
    ...(fit ? [devianceFigure(fit)] : []),
  ];
}

function lifetimeText({ lifetime, remarks, fits }: LifetimeData, options: TagChartOptions): string {
  const components = fits[0]?.components ?? [];
  if (lifetime === null) {
    const isPoor = remarks?.some(({ code }) => code === "fit-poor");
    const nearest = components.map(({ lifetime }) => timeText(lifetime, options, 3)).join(" and ");
    return `${isPoor ? "no decay fits" : "unknown"}${nearest === "" ? "" : `, the nearest is ${nearest}`}`;
  }
  const [scale, unit] = options.units === "ticks" ? [1, "ticks"] : [options.tick ?? DEFAULT_TICK, "s"];
  const parts = components.flatMap(({ lifetime, lifetime_error, share }) => {
    if (lifetime_error === null) return [];
    const part = components.length > 1 ? ` (${percent(share)})` : "";
    return withError(lifetime * scale, lifetime_error * scale, unit, unit === "s") + part;
  });
  return parts.join(" and ");
}

/** "1.25 ns – 1.41 ns   76 counts   71.3 expected" of the bin at a delay in seconds; empty outside the bins. */
export function lifetimeBinText(data: LifetimeData, delay: number, options: LifetimeOptions): string {
  const { bin, start = 0, fits } = data;
  if (bin === null) return "";
  const k = Math.floor((delay / (options.tick ?? DEFAULT_TICK) - start) / bin);
  const counts = lifetimeCounts(data)[k];
  if (counts === undefined) return "";
  const edges = [k, k + 1].map((edge) => start + edge * bin);
  const ends = edges.map((edge) => edgeText(edge, options));
  const expected = fits[0]?.expected[k];
  return [
    options.abscissa === "bin" ? `bin ${k}` : ends.join(" – "),
    `${count(counts)} ${counts === 1 ? "count" : "counts"}`,
    ...(expected === undefined ? [] : [`${expected.toPrecision(3)} expected`]),
  ].join("   ");
}
