/**
 * What analyses cost, against decoding their tags: of a file that one worker decodes, dear ones are worth passing
 * its tags on to other workers, cheap ones are not.
 */

import type { AnalysisRequest } from "../request.ts";

type Cost = "cheap" | "dear";

/**
 * Ticks up to which a range of delays is short: measured with 217,000 tags a second on three channels, analysing a tag
 * takes less than 11 ns then, which is what passing it on takes. More tags a second have more pairs in a range.
 */
const SHORT = {
  /** Delays from one channel to another. */
  twoChannels: 320_000n,
  /** Delays from each channel to each. */
  allChannels: 25_600n,
  /** Delays in logarithmic bins, of which each is a search of its own for every tag. */
  log: 64_000n,
  /** From the earliest to the latest tag of a coincidence. */
  window: 12_800n,
};

/** Ticks to which logarithmic bins go unless said. */
const LOG_END = 6_400_000n;

const COSTS: {
  [Name in AnalysisRequest["name"]]: (analysis: Extract<AnalysisRequest, { name: Name }>) => Cost;
} = {
  summary: () => "cheap",
  rate: () => "cheap",
  gaps: () => "cheap",
  correlation: ({ log, from, to }) =>
    log === undefined ? costOf(from, to, SHORT.twoChannels) : costOf(0n, to ?? LOG_END, SHORT.log),
  delay: ({ from, to }) => costOf(from, to, SHORT.twoChannels),
  pairs: ({ from, to }) => costOf(from, to, SHORT.allChannels),
  coincidence: ({ window, patterns = [] }) =>
    patterns.some(({ length }) => length > 2) ? "dear" : costOf(0n, window, SHORT.window),
  heralded: () => "dear",
  lifetime: () => "cheap",
  stability: () => "cheap",
  listing: () => "cheap",
};

/** Of delays from `from` to `to`; where either is absent, the range is one of those that are short. */
function costOf(from = 0n, to = 0n, short: bigint): Cost {
  return to - from > short ? "dear" : "cheap";
}

/** Whether any of `analyses` is dear. */
export function areDear(analyses: readonly AnalysisRequest[]): boolean {
  return analyses.some((analysis) => {
    // Its own entry, which the type of a table can't tell.
    const cost = COSTS[analysis.name] as ((analysis: AnalysisRequest) => Cost) | undefined;
    return cost?.(analysis) === "dear";
  });
}

/** Bins of a table of counts that takes 8 MB. */
const LONG = 1_000_000n;

/**
 * Whether any of `analyses` has more counts than each part of a file is to have for itself: they take more memory, and more
 * time to join, than reading parts side by side saves.
 */
export function areLong(analyses: readonly AnalysisRequest[]): boolean {
  return analyses.some((analysis) => {
    if (analysis.name !== "correlation" && analysis.name !== "delay") return false;
    const { from = 0n, to = 0n, bin } = analysis;
    return bin !== undefined && bin > 0n && (to - from) / bin >= LONG;
  });
}
