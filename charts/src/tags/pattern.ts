/** Patterns of channels: selection and text. */

import { shortName } from "../names";
import { count, pure } from "../numbers";
import { channelName } from "./channel-name";
import type { CoincidenceData, CoincidencePatternData, Ends, TagChartOptions } from "./data";

/** The patterns without hidden channels. */
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

/** Name of a pattern: its channels, as below its bar. */
export function nameOf({ channels }: CoincidencePatternData): string {
  return channels.join(" + ");
}

/** The channels of a pattern as text, long ones shortened: the title of its bar has the whole. */
export function shortPattern({ channels }: CoincidencePatternData, options: TagChartOptions): string {
  return channels.map((channel) => shortName(channelName(channel, options))).join(" + ");
}

/** "3 + 15: 378 ± 19 coincidences; accidentals 102 from rates, 103 ± 5.1 measured; CAR 2.70 ± 0.19". */
export function patternSentence(pattern: CoincidencePatternData, options: TagChartOptions = {}): string {
  const { counts, accidentals_rates, accidentals_measured } = pattern;
  const interval = pattern.accidentals_measured_interval;
  const measured = uncertain(accidentals_measured, pattern.accidentals_measured_error, interval);
  const levels = [
    accidentals_rates === null ? null : `${pure(accidentals_rates)} from rates`,
    measured === null ? null : `${measured} measured`,
  ].filter((level) => level !== null);
  const sentences = [
    `${pattern.channels.map((channel) => channelName(channel, options)).join(" + ")}: ${count(counts)}${range(pattern.counts_error, pattern.counts_interval)} coincidences`,
    levels.length === 0 ? null : `accidentals ${levels.join(", ")}`,
    carOf(pattern),
  ];
  return sentences.filter((part) => part !== null).join("; ");
}

/** The ends of a number's interval: from its error or its interval; the number itself without both. */
export function ends(value: number, error: number | null, interval: Ends | null): Ends {
  return interval ?? [value - (error ?? 0), value + (error ?? 0)];
}

/** "103 ± 5.1", "3.00 (1.72 to 5.28)"; null without a value. */
function uncertain(value: number | null, error: number | null, interval: Ends | null): string | null {
  return value === null ? null : `${pure(value)}${range(error, interval)}`;
}

function range(error: number | null, interval: Ends | null): string {
  if (error !== null) return ` ± ${pure(error, 2)}`;
  return interval === null ? "" : ` (${pure(interval[0])} to ${pure(interval[1])})`;
}

/** Coincidences over accidentals with their error; null if unknown. */
export function carOf({ car, car_error, car_interval }: CoincidencePatternData): string | null {
  const text = uncertain(car, car_error, car_interval);
  return text === null ? null : `CAR ${text}`;
}
