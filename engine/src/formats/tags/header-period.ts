/** The sync period in the header of a T3 recording, the default period of analyses. */

import { parseTick } from "../../units.ts";
import type { RecordingKind } from "./kind.ts";
import type { AnalysisRequest, ScanRequest } from "./request.ts";

/** Channel of the syncs in a recording in T3 mode. Only syncs before a photon have a tag. */
export const SYNC_CHANNEL = 0n;

/** The sync period in ticks; null if the header has none. */
export function headerPeriod({ facts, tick }: RecordingKind): number | null {
  const { mode, sync_period_s } = facts;
  if (mode !== "T3" || typeof sync_period_s !== "number" || tick === null) return null;
  const { numerator, denominator } = parseTick(tick);
  // Round once: a period such as 12.5 ns is then a whole number of ticks of 4 ps.
  const ticks = (sync_period_s * Number(denominator)) / Number(numerator);
  return ticks > 0 && Number.isFinite(ticks) ? ticks : null;
}

/** The sync channel of a T3 recording; null for other recordings. */
export function syncChannel(kind: RecordingKind): bigint | null {
  return headerPeriod(kind) === null ? null : SYNC_CHANNEL;
}

/**
 * Returns the request with the header's period in the analyses that state neither a clock nor a period, and with the
 * channel of the syncs in coincidences.
 */
export function withHeaderPeriod<R extends Pick<ScanRequest, "analyses">>(
  request: R,
  kind: RecordingKind,
): R {
  const period = headerPeriod(kind);
  if (period === null) return request;
  return withSyncs({ ...request, analyses: request.analyses.map((one) => analysisWith(one, period)) }, kind);
}

/** Returns the request with the channel of the syncs of a T3 recording in coincidences. */
export function withSyncs<R extends Pick<ScanRequest, "analyses">>(request: R, kind: RecordingKind): R {
  const sync = syncChannel(kind);
  if (sync === null) return request;
  const analyses = request.analyses.map((one) => (one.name === "coincidence" ? { ...one, sync } : one));
  return { ...request, analyses };
}

function withPeriod<A extends { period?: number; clock?: bigint }>(analysis: A, period: number): A {
  return analysis.period === undefined && analysis.clock === undefined ? { ...analysis, period } : analysis;
}

function analysisWith(analysis: AnalysisRequest, period: number): AnalysisRequest {
  switch (analysis.name) {
    case "lifetime": {
      const { sync, ...others } = analysis;
      const isOther = analysis.period !== undefined || (sync !== undefined && sync !== SYNC_CHANNEL);
      return isOther ? analysis : { ...others, header_period: period };
    }
    case "correlation":
    case "delay":
    case "pairs":
    case "coincidence":
      return withPeriod(analysis, period);
    default:
      return analysis;
  }
}
