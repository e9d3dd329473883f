/** Coincidences of pulsed light whose period is only known once they were counted: they are counted again with it. */

import type { Coincidence, CoincidencePattern } from "../../runtime/engine";
import type { PeriodOptions } from "./period";

/**
 * The period of light that was found to be pulsed when pairs whole periods beside the window had been left out; null where
 * there is none, or not one of all the light.
 */
export function foundPeriod(result: Coincidence | undefined): number | null {
  const found = (result?.patterns ?? []).filter(({ channels, period, period_from, accidentals }) => {
    return channels.length === 2 && period !== null && period_from === "correlation" && accidentals === null;
  });
  const periods = found.map(({ period }) => period ?? 0);
  const [first] = periods;
  const isOne = periods.every((period) => Math.abs(period - (first ?? 0)) < SAME * period);
  return first !== undefined && isOne ? first : null;
}

/** Periods that differ by a smaller share of them are of the same light. */
const SAME = 1e-3;

/** The patterns of an answer, with a period said to be found that no option gave. */
export function asFound(patterns: CoincidencePattern[], { period }: PeriodOptions): CoincidencePattern[] {
  if (period !== undefined) return patterns;
  return patterns.map((pattern) =>
    pattern.period_from === "given" ? { ...pattern, period_from: "correlation" } : pattern,
  );
}
