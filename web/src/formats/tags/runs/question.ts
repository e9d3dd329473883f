/** What all runs are asked: the coincidences of one pair, with the window and the delays of the page. */

import type { ScanRequest } from "@tagview/engine";
import { toJson } from "@tagview/engine/json";
import { queriesOf } from "../parameters";
import { parametersNow } from "../results";
import type { State } from "../state";
import type { Pair } from "../view";

export interface Question {
  pair: Pair;
  /** Ticks. */
  window: bigint;
  request: ScanRequest;
  /** Equal for equal questions. */
  key: string;
}

/** Of whole recordings, whatever range is looked at; null as long as no pair of different channels is known. */
export function questionNow(state: State): Question | null {
  const now = parametersNow(state);
  if (!now?.pair || now.pair.a === now.pair.b) return null;
  const { pair, window } = now;
  const whole = { ...now, range: null, patterns: [[pair.a, pair.b]] };
  const query = queriesOf(whole, state.tickText).find(({ topic }) => topic === "coincidences");
  if (!query) return null;
  return { pair, window, request: query.request, key: toJson(query.request) };
}
