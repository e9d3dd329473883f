/** The default pair: fixed once displayed. */

import { entryOf } from "../model/parameters";
import type { Recording } from "./recording";
import { parametersNow, wholeOf } from "./results";
import type { State } from "./state";

/** Keeps the pair that is about to be displayed; called before the first request and drawing. */
export function keepFirstPair(state: State): void {
  const { current, view } = state;
  if (!current || view.pair) return;
  const isEnded = isCounted(current);
  if (current.firstPair && (current.firstPair.isFirm || !isEnded)) return;
  current.firstPair = null;
  const pair = parametersNow(state)?.pair ?? null;
  if (!pair) return;
  const hasPeak = (entryOf(wholeOf(current, "pairs"), pair)?.delay ?? null) !== null;
  current.firstPair = { pair, isFirm: hasPeak || isEnded };
}

/** Whether its pairs are those of all of it, or of all that will be read. */
function isCounted({ reading, queries }: Recording): boolean {
  return reading.phase !== "running" && queries.answer("pairs")?.settled === true;
}
