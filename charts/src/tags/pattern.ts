import { count } from "../numbers";
/** Patterns of channels, chosen and in words. */

import type { CoincidenceData, CoincidencePatternData, TagChartOptions } from "./data";

/** The patterns of which no channel is hidden. */
export function shownPatterns(
  { patterns }: CoincidenceData,
  { hidden }: TagChartOptions,
): CoincidencePatternData[] {
  return patterns.filter(({ channels }) => !channels.some((channel) => hidden?.has(channel)));
}

/** The second recording's results for these patterns, by the patterns' names. */
export function secondOf(
  patterns: CoincidencePatternData[],
  other: CoincidenceData | undefined,
): Map<string, CoincidencePatternData> {
  const names = new Set(patterns.map(nameOf));
  const others = other?.patterns.filter((pattern) => names.has(nameOf(pattern))) ?? [];
  return new Map(others.map((pattern) => [nameOf(pattern), pattern]));
}

/** A pattern's name: its channels, as they stand below its bar. */
export function nameOf({ channels }: CoincidencePatternData): string {
  return channels.join(" + ");
}

/** "3 + 15: 378 ± 19 coincidences; accidentals 102 computed, 103 ± 5.1 measured; CAR 2.70 ± 0.19". */
export function patternSentence(pattern: CoincidencePatternData): string {
  const { counts, counts_error, accidentals, accidentals_measured, accidentals_measured_error } = pattern;
  const computed = accidentals === null ? "" : `${short(accidentals)} computed, `;
  const measured = `${short(accidentals_measured)} ± ${short(accidentals_measured_error, 2)} measured`;
  const car = carOf(pattern);
  return `${nameOf(pattern)}: ${count(counts)} ± ${short(counts_error, 2)} coincidences; accidentals ${computed}${measured}${car === null ? "" : `; ${car}`}`;
}

/** Coincidences over accidentals with their error; null where there is none. */
export function carOf({ car, car_error }: CoincidencePatternData): string | null {
  if (car === null) return null;
  return `CAR ${short(car)}${car_error === null ? "" : ` ± ${short(car_error, 2)}`}`;
}

/** A number with `digits` significant digits: "0.00312", "12,345". */
function short(value: number, digits = 3): string {
  const text =
    Math.abs(value) >= 10 ** digits
      ? count(Math.round(value))
      : value !== 0 && Math.abs(value) < 1e-4
        ? value.toExponential(digits - 1)
        : value.toPrecision(digits);
  return text.replace(/^-/u, "−");
}
