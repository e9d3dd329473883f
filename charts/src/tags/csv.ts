/**
 * The data of charts as CSV text: a header line with units, then one line per bin, pattern or pair. All lines are
 * written, for any visible range. Times are in exact ticks, and in seconds. A bin covers times from `from` (inclusive)
 * to `to` (exclusive). A missing value is an empty field.
 */

import { csvFormatRows } from "d3";
import { visibleSeries } from "./channel-series";
import {
  type CoincidenceData,
  type CoincidencePatternData,
  type CorrelationData,
  DEFAULT_TICK,
  type GapsData,
  type PairsData,
  type RateData,
  type TagChartOptions,
} from "./data";
import { type RateOptions, toRates } from "./rates";

type Cell = string | number | bigint | null | undefined;

export function csv(header: string[], rows: Cell[][]): string {
  return `${csvFormatRows([header, ...rows.map((row) => row.map(text))])}\n`;
}

function text(value: Cell): string {
  if (value === null || value === undefined) return "";
  return typeof value === "number" && !Number.isFinite(value) ? "" : String(value);
}

/** Ticks in seconds, rounded to 15 digits, because later digits of a product of doubles are rounding errors. */
export function seconds(
  ticks: bigint | number | null,
  { tick = DEFAULT_TICK }: TagChartOptions,
): number | null {
  return ticks === null ? null : Number((Number(ticks) * tick).toPrecision(15));
}

/** The edges of all bins in ticks, one more than there are bins. */
function edgesOf(
  { edges, from, bin }: { edges: BigInt64Array | null; from: bigint | null; bin: bigint | null },
  bins: number,
): bigint[] {
  if (edges !== null) return [...edges];
  return Array.from({ length: bins + 1 }, (_, k) => (from ?? 0n) + BigInt(k) * (bin ?? 1n));
}

/** The columns with the edges of a bin. */
const binColumns = (name: string): string[] => [
  `${name} from (ticks)`,
  `${name} to (ticks)`,
  `${name} from (s)`,
  `${name} to (s)`,
];

function binCells(edges: bigint[], k: number, options: TagChartOptions): Cell[] {
  const [from = 0n, to = 0n] = [edges[k], edges[k + 1]];
  return [from, to, seconds(from, options), seconds(to, options)];
}

/**
 * `rateChart` as CSV: times from its origin; tags and their rate by channel. The last bin ends with the recording, so
 * that no tags are missing. Tags of one time have no rate.
 */
export function rateCsv(data: RateData, options: RateOptions = {}): string {
  const { series, rates, bins } = toRates(data, options, 0);
  const origin = options.origin ?? data.start ?? 0n;
  const edges = edgesOf({ edges: null, from: (data.start ?? 0n) - origin, bin: data.bin }, bins);
  const isOneTime = data.start !== null && options.last === data.start;
  const end = options.last == null ? null : options.last + 1n - origin;
  const begin = edges[bins - 1];
  if (end !== null && begin !== undefined && end > begin && end < (edges[bins] ?? end)) edges[bins] = end;
  const header = series.flatMap(({ channel }) => [`channel ${channel} (tags)`, `channel ${channel} (Hz)`]);
  return csv(
    [...binColumns("time"), ...header],
    Array.from({ length: bins }, (_, k) => [
      ...binCells(edges, k, options),
      ...series.flatMap(({ counts }, index) => [counts[k] ?? 0, isOneTime ? null : rates[index]?.[k]]),
    ]),
  );
}

/** `gapsChart` as CSV: gaps per bin by channel. */
export function gapsCsv(data: GapsData, options: TagChartOptions = {}): string {
  const series = visibleSeries(data.channels, options);
  const bins = Math.max(0, ...data.channels.map(({ counts }) => counts.length));
  const edges = edgesOf(data, bins);
  return csv(
    [...binColumns("gap"), ...series.map(({ channel }) => `channel ${channel} (gaps per bin)`)],
    Array.from({ length: bins }, (_, k) => [
      ...binCells(edges, k, options),
      ...series.map(({ counts }) => counts[k] ?? 0),
    ]),
  );
}

/** `g2Chart` as CSV: pairs per bin, g2, its standard error and interval; with a fit, g2 of the model. */
export function g2Csv(data: CorrelationData, options: TagChartOptions = {}): string {
  const edges = edgesOf(data, data.counts.length);
  const { fit } = data;
  return csv(
    [
      ...binColumns("delay"),
      "pairs per bin",
      "g2",
      "standard error of g2",
      "g2 from",
      "g2 to",
      ...(fit ? ["g2 of the fit"] : []),
    ],
    Array.from(data.counts, (counts, k) => [
      ...binCells(edges, k, options),
      counts,
      data.g2[k],
      data.g2_error?.[k],
      data.g2_low?.[k],
      data.g2_high?.[k],
      ...(fit ? [fit.g2[k]] : []),
    ]),
  );
}

/** Columns of a number without an interval. */
const NO_ENDS = [null, null];

/** `coincidenceChart` as CSV: one line per pattern. */
export function coincidenceCsv(data: CoincidenceData, options: TagChartOptions = {}): string {
  const patterns = data.patterns.filter(
    ({ channels }) => !channels.some((channel) => options.hidden?.has(channel)),
  );
  return csv(
    [
      "channels",
      "window (ticks)",
      "window (s)",
      "coincidences",
      "standard error of coincidences",
      "coincidences from",
      "coincidences to",
      "accidentals from rates",
      "standard error of accidentals from rates",
      "accidentals measured",
      "standard error of accidentals measured",
      "accidentals measured from",
      "accidentals measured to",
      "CAR",
      "standard error of CAR",
      "CAR from",
      "CAR to",
      ...["first", "second"].flatMap((which) => [
        `efficiency of the ${which} channel`,
        `standard error of the ${which} efficiency`,
        `${which} efficiency from`,
        `${which} efficiency to`,
      ]),
    ],
    patterns.map((pattern) => [
      pattern.channels.join(" + "),
      data.window,
      seconds(data.window, options),
      pattern.counts,
      pattern.counts_error,
      ...(pattern.counts_interval ?? NO_ENDS),
      pattern.accidentals_rates,
      pattern.accidentals_rates_error,
      pattern.accidentals_measured,
      pattern.accidentals_measured_error,
      ...(pattern.accidentals_measured_interval ?? NO_ENDS),
      pattern.car,
      pattern.car_error,
      ...(pattern.car_interval ?? NO_ENDS),
      ...pattern.channels.slice(0, 2).flatMap((channel) => efficiencyCells(pattern, String(channel))),
    ]),
  );
}

/** The efficiency of one channel of a pair. Larger patterns have none. */
function efficiencyCells(pattern: CoincidencePatternData, channel: string): Cell[] {
  const { efficiency, efficiency_error, efficiency_interval } = pattern;
  const ends = efficiency_interval?.[channel] ?? NO_ENDS;
  return [efficiency?.[channel], efficiency_error?.[channel], ...ends];
}

/** `matrixChart` as CSV: one line per pair of channels. */
export function pairsCsv(data: PairsData, options: TagChartOptions = {}): string {
  const pairs = data.pairs.filter(({ a, b }) => !options.hidden?.has(a) && !options.hidden?.has(b));
  return csv(
    [
      "channel a",
      "channel b",
      "pairs in range",
      "delay (ticks)",
      "delay (s)",
      "centre (s)",
      "full width at half maximum (s)",
      "pairs in highest bin",
      "significance (standard deviations)",
    ],
    pairs.map(({ a, b, counts, delay, centre, fwhm, peak_counts, significance }) => [
      a,
      b,
      counts,
      delay,
      seconds(delay, options),
      seconds(centre, options),
      seconds(fwhm, options),
      peak_counts,
      significance,
    ]),
  );
}
