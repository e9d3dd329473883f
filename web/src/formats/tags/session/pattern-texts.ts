/** The numbers of a pattern of channels as texts, rounded to their errors: in the table and in reports. */

import type { Coincidence, CoincidencePattern } from "@tagview/engine";
import { isBelowZero, measured, share } from "../../../ui/numbers";
import { exceedsAccidentals, hasNoPairs } from "../model/antibunched";
import type { Recording } from "./recording";
import { peakOf } from "./results";
import { get } from "./state";

export interface PatternTexts {
  counts: string;
  accidentalsMeasured: string;
  accidentalsRates: string;
  car: string;
  /** By channel; a dash for fewer coincidences than expected by chance, which photon pairs cannot cause. */
  efficiencies: readonly (readonly [channel: string, text: string])[];
  /**
   * "no pairs found", for a pair whose correlation has no significant peak, and whose counts do not exceed the
   * accidentals; null for other patterns.
   */
  note: string | null;
}

/** `data` is the result with the pattern. Rates alone do not give the accidentals of pulses, which come together. */
export function patternTexts(
  pattern: CoincidencePattern,
  data: Coincidence | null,
  recording: Recording | null,
): PatternTexts {
  const { efficiency_error: errors, efficiency_interval: intervals } = pattern;
  return {
    counts: measured(pattern.counts, pattern.counts_error, pattern.counts_interval),
    accidentalsMeasured: measured(
      pattern.accidentals_measured,
      pattern.accidentals_measured_error,
      pattern.accidentals_measured_interval,
    ),
    accidentalsRates:
      data?.period && data.accidentals_from === "measured"
        ? "–"
        : measured(pattern.accidentals_rates, pattern.accidentals_rates_error),
    car: measured(pattern.car, pattern.car_error, pattern.car_interval),
    efficiencies: Object.entries(pattern.efficiency ?? {}).map(([channel, value]) => {
      const [error, interval] = [errors?.[channel] ?? null, intervals?.[channel] ?? null];
      const isImpossible = value !== null && isBelowZero(value, error, interval);
      return [channel, isImpossible ? "–" : share(value, error, interval)];
    }),
    note: isWithoutPairs(pattern, recording) ? "no pairs found" : null,
  };
}

function isWithoutPairs(pattern: CoincidencePattern, recording: Recording | null): boolean {
  const [a, b, third] = pattern.channels;
  if (a === undefined || b === undefined || third !== undefined || pattern.car === null) return false;
  if (exceedsAccidentals(pattern)) return false;
  const found = peakOf(recording, get(), { a, b });
  return found !== null && hasNoPairs(found);
}
