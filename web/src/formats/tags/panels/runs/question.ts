/** The request to all runs: the coincidences of one pair, with the window and the delays of the page. */

import { parseTick, type ScanRequest } from "@tagview/engine";
import { toJson } from "@tagview/engine/json";
import type { Parameters } from "../../model/parameters";
import type { Pair, Period } from "../../model/view";
import { tickOf } from "../../session/own-tick";
import { coincidencesRequest } from "../../session/queries";
import { pairsIn } from "../../session/reading";
import type { Recording } from "../../session/recording";
import { parametersNow } from "../../session/results";
import { get, type State } from "../../session/state";

export interface Question {
  pair: Pair;
  /** Ticks of the page, as are the delays, by channel. */
  window: bigint;
  delays: ReadonlyMap<bigint, bigint>;
  /** The tick of the page, in which `request` is. */
  tick: string;
  request: ScanRequest;
  /** The same of recordings with another tick: the same times in their own ticks. */
  requestIn(tick: string): ScanRequest;
  /** For all pairs of channels of a recording with this tick. */
  pairsRequestIn(tick: string): ScanRequest;
  /** Equal for equal requests. */
  key: string;
}

/**
 * The request for whole recordings, independent of the chosen range; null until a pair of different channels is known.
 */
export function questionNow(state: State): Question | null {
  const now = parametersNow(state);
  if (!now?.pair || now.pair.a === now.pair.b) return null;
  const { pair, window, delays, period } = now;
  const { tickText } = state;
  const whole = { ...now, range: null, patterns: [[pair.a, pair.b]] };
  const request = coincidencesRequest(whole, tickText);
  return {
    pair,
    window,
    delays,
    tick: tickText,
    request,
    requestIn: (tick) => coincidencesRequest(inTicks(whole, secondsOf(tickText) / secondsOf(tick)), tick),
    pairsRequestIn: (tick) => pairsIn(tick, periodIn(period, secondsOf(tickText) / secondsOf(tick))),
    key: `${tickText} ${toJson(request)}`,
  };
}

/** The length of a recording's tick, in ticks of the displayed recording. */
export function ticksOf(recording: Recording): number {
  const [{ tickText }, tick] = [get(), tickOf(recording)];
  return tick === tickText ? 1 : secondsOf(tick) / secondsOf(tickText);
}

const secondsOf = (tick: string): number => parseTick(tick).seconds;

/** The same times in other ticks, `ticks` per tick of the page. */
function inTicks(parameters: Parameters, ticks: number): Parameters {
  const scaled = (time: bigint): bigint => BigInt(Math.round(Number(time) * ticks));
  const { window, delays, period } = parameters;
  return {
    ...parameters,
    window: scaled(window),
    delays: new Map([...delays].map(([channel, delay]) => [channel, scaled(delay)])),
    period: periodIn(period, ticks),
  };
}

/** The same period in other ticks, `ticks` per tick of the page. */
function periodIn(period: Period | null, ticks: number): Period | null {
  return typeof period === "number" ? period * ticks : period;
}
