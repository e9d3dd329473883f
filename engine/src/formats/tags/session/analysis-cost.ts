/**
 * Costs of analyses compared with decoding. If one worker decodes a file, it sends its tags to other workers for
 * expensive analyses only.
 */

import type { AnalysisRequest } from "../request.ts";

type Cost = "cheap" | "dear";

/**
 * Maximum ticks of a short range of delays. At 217,000 tags a second on three channels, analysing a tag then takes less
 * than the 11 ns of sending it. At higher rates a range has more pairs.
 */
const SHORT = {
  /** Range of delays from one channel to another. */
  twoChannels: 320_000n,
  /** Range of delays between all channels. */
  allChannels: 25_600n,
  /** Range of delays in logarithmic bins: each bin needs a search for every tag. */
  log: 64_000n,
  /** Range from the earliest to the latest tag of a coincidence. */
  window: 12_800n,
};

/** Default end of logarithmic bins in ticks. */
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
  bursts: () => "dear",
  lifetime: () => "cheap",
  stability: () => "cheap",
  listing: () => "cheap",
  image: () => "cheap",
};

/** Cost of delays from `from` to `to`; if either is absent, the range is short. */
function costOf(from = 0n, to = 0n, short: bigint): Cost {
  return to - from > short ? "dear" : "cheap";
}

/** Whether any of `analyses` is expensive. */
export function areDear(analyses: readonly AnalysisRequest[]): boolean {
  return analyses.some((analysis) => {
    // An own property, which the type of a table cannot express.
    const cost = COSTS[analysis.name] as ((analysis: AnalysisRequest) => Cost) | undefined;
    return cost?.(analysis) === "dear";
  });
}

/** Number of bins whose counts take 8 MB. */
const LONG = 1_000_000n;

/**
 * Whether any of `analyses` has too many counts for a copy in each part of a file: they would take more memory, and
 * more time to join, than parallel reading saves.
 */
export function areLong(analyses: readonly AnalysisRequest[]): boolean {
  return analyses.some((analysis) => {
    if (analysis.name !== "correlation" && analysis.name !== "delay") return false;
    const { from = 0n, to = 0n, bin } = analysis;
    return bin !== undefined && bin > 0n && (to - from) / bin >= LONG;
  });
}
