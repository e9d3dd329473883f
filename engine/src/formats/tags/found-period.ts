/** Coincidences of pulsed light whose period is only known once they were counted: they are counted again with it. */

import type { AnalysisRequest, ScanRequest } from "./request.ts";
import type { Coincidence, CoincidencePattern } from "./results.generated.ts";
import type { AnyResults } from "./snapshot.ts";

type CoincidenceRequest = Extract<AnalysisRequest, { name: "coincidence" }>;

/** Periods that differ by a smaller share of them are of the same light. */
const SAME = 1e-3;

/**
 * The request to make after one whose results are `analyses`: with the period of light that was found to be pulsed when
 * windows whole periods beside the coincidence window had not been counted. Null where the results are as good as they get.
 */
export function queryAgain<R extends ScanRequest>(request: R, analyses: AnyResults): R | null {
  return withPeriods(request, analyses, ({ accidentals }) => accidentals === null);
}

/**
 * The same request with the period that its results found, for parts of the recording that may be too short to tell it.
 * Null where no period was found, where pairs of channels see light of several, or where the request says one itself.
 */
export function withFoundPeriod<R extends ScanRequest>(request: R, analyses: AnyResults): R | null {
  return withPeriods(request, analyses, () => true);
}

/** Whether every request for coincidences says a period, or that there is none. */
export function saysPeriods({ analyses }: ScanRequest): boolean {
  return analyses.every((one) => one.name !== "coincidence" || saysPeriod(one));
}

/** Patterns that were counted with a period that had been found before, which they say then. */
export function periodWasFound(patterns: readonly CoincidencePattern[]): CoincidencePattern[] {
  return patterns.map((pattern) =>
    pattern.period_from === "given" ? { ...pattern, period_from: "correlation" } : pattern,
  );
}

type Which = (pattern: CoincidencePattern) => boolean;

function withPeriods<R extends ScanRequest>(request: R, analyses: AnyResults, which: Which): R | null {
  let isFound = false;
  const again = request.analyses.map((one) => {
    const period = one.name === "coincidence" ? foundPeriod(one, analyses, which) : null;
    isFound ||= period !== null;
    return period === null ? one : { ...one, period };
  });
  return isFound ? { ...request, analyses: again } : null;
}

const saysPeriod = ({ period, clock }: CoincidenceRequest): boolean =>
  period !== undefined || clock !== undefined;

function foundPeriod(request: CoincidenceRequest, analyses: AnyResults, which: Which): number | null {
  if (saysPeriod(request)) return null;
  const result = analyses[request.id ?? request.name] as Coincidence | undefined;
  const found = (result?.patterns ?? []).filter(
    (pattern) => pattern.channels.length === 2 && pattern.period_from === "correlation" && which(pattern),
  );
  const periods = found.flatMap(({ period }) => period ?? []);
  const [first] = periods;
  const isOne = periods.every((period) => Math.abs(period - (first ?? 0)) < SAME * period);
  return first !== undefined && isOne ? first : null;
}
