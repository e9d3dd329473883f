/**
 * What analyses cost, against decoding their tags: of a file that one worker decodes, dear ones are worth passing
 * its tags on to other workers, cheap ones are not.
 */

import type { AnalysisRequest } from "../request.ts";

type Cost = "cheap" | "dear";

/** Ticks from the least to the greatest delay up to which pairs of two channels are few: 10 us of 156.25 ps. */
const SHORT_RANGE = 64_000n;

const COSTS: {
  [Name in AnalysisRequest["name"]]: (analysis: Extract<AnalysisRequest, { name: Name }>) => Cost;
} = {
  summary: () => "cheap",
  rate: () => "cheap",
  gaps: () => "cheap",
  // Each logarithmic bin is a search of its own for every tag.
  correlation: ({ log, from = 0n, to = 0n }) =>
    log !== undefined || to - from > SHORT_RANGE ? "dear" : "cheap",
  coincidence: () => "dear",
  pairs: () => "dear",
  heralded: () => "dear",
  delay: () => "dear",
};

/** Whether any of `analyses` is dear. */
export function areDear(analyses: readonly AnalysisRequest[]): boolean {
  return analyses.some((analysis) => {
    // Its own entry, which the type of a table can't tell.
    const cost = COSTS[analysis.name] as ((analysis: AnalysisRequest) => Cost) | undefined;
    return cost?.(analysis) === "dear";
  });
}
