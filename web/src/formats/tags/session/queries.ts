/** The queries for the displayed panels. */

import {
  type ClockOptions,
  DEFAULT_TICK,
  DISPLACED,
  parseTick,
  parseTime,
  rangeAfterPulse,
  type ScanRequest,
} from "@tagview/engine";
import { LOG_BINS, type Parameters } from "../model/parameters";
import type { Clocked, Pair, Period } from "../model/view";
import type { Query } from "./live-queries";
import { pairsIn, REQUEST } from "./reading";

type Analysis = ScanRequest["analyses"][number];

/**
 * The queries for the displayed panels, besides the results counted while reading. The pairs come first, because most
 * other queries depend on their result. `tick` is the length of a tick.
 */
export function queriesOf(parameters: Parameters, tick: string = DEFAULT_TICK): Query[] {
  const { range, pair, patterns, define, lifetime, peakUnknown, period } = parameters;
  const definitions = definitionsOf(parameters, tick);
  const within = (analyses: readonly Analysis[]): ScanRequest => inRange(parameters, tick, analyses);
  const pairs = pairsIn(tick, period);
  const queries: Query[] = [{ topic: "pairs", request: { ...pairs, ...definitions } }];
  // Results counted while reading do not include virtual channels.
  if (define.length > 0) queries.push({ topic: "virtual", request: { ...REQUEST, ...definitions } });
  if (range) queries.push({ topic: "range pairs", request: within(pairs.analyses) });
  if (pair) {
    queries.push({ topic: "correlation", request: within([correlation(parameters, pair)]) });
    if (peakUnknown) queries.push({ topic: "delay", request: within([delay(parameters, pair)]) });
  }
  if (patterns.length > 0)
    queries.push({ topic: "coincidences", request: coincidencesRequest(parameters, tick) });
  const clocked = lifetimeOf(lifetime, tick);
  if (clocked) queries.push({ topic: "lifetime", request: within([clocked]) });
  if (range) queries.push({ topic: "range", request: within(REQUEST.analyses) });
  return queries;
}

/** The coincidences of the patterns, at least one. */
export function coincidencesRequest(parameters: Parameters, tick: string): ScanRequest {
  const { window, accidentals, displaced, delays, patterns, period } = parameters;
  const shifts = [...delays].filter(([, shift]) => shift !== 0n);
  return inRange(parameters, tick, [
    {
      name: "coincidence",
      id: "coincidence",
      window,
      displaced: displaced ?? parseTime(DISPLACED, parseTick(tick)),
      ...(accidentals === "measured" ? {} : { accidentals }),
      patterns: patterns.map((pattern) => [...pattern]),
      ...(shifts.length > 0 ? { delays: shifts } : {}),
      ...withPeriod(period),
    },
  ]);
}

function inRange(parameters: Parameters, tick: string, analyses: readonly Analysis[]): ScanRequest {
  const { range } = parameters;
  return {
    analyses: [...analyses],
    ...(range ? { selection: range } : {}),
    ...definitionsOf(parameters, tick),
  };
}

const definitionsOf = ({ define }: Parameters, tick: string): Pick<ScanRequest, "define" | "tick"> =>
  define.length > 0 ? { define, tick } : {};

function correlation({ g2: { from, to }, bin, period, fit }: Parameters, pair: Pair): Analysis {
  const bins = bin ? { bin } : { log: LOG_BINS };
  const model = fit === null ? {} : { fit };
  return {
    name: "correlation",
    id: "correlation",
    ...pair,
    from,
    to,
    ...bins,
    ...model,
    ...withPeriod(period),
  };
}

function delay({ g2: { from, to }, period }: Parameters, pair: Pair): Analysis {
  return { name: "delay", id: "delay", ...pair, from, to, ...withPeriod(period) };
}

/** Null if lifetimes are not requested, or without a clock. */
function lifetimeOf(
  { wanted, sync, channel, period, range: after, decays }: Clocked,
  tick: string,
): Analysis | null {
  if (!wanted || channel === null || (sync === null && period === null)) return null;
  return {
    name: "lifetime",
    id: "lifetime",
    channel,
    ...(sync === null ? {} : { sync, range: after ?? rangeAfterPulse(parseTick(tick)) }),
    ...(period === null ? {} : { period }),
    ...(decays === 1 ? {} : { decays: BigInt(decays) }),
  };
}

function withPeriod(period: Period | null): { period?: number } & ClockOptions {
  if (period === null) return {};
  return typeof period === "number" ? { period } : period;
}
