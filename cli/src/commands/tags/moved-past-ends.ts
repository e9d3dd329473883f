/** Notes on tags that a delay moves past an end of the recording, which are excluded. */

import { seconds } from "../../output/numbers";
import { parseTime, type Snapshot, type Tick, toSeconds } from "../../runtime/engine";

/** A delay of less than the recording over this changes no rate by a thousandth. */
const LONG = 1000n;

/** A definition of a delayed or moved channel: its source, its sign and its delay. */
const DELAYED = /^\s*\d+\s*=\s*(\d+)\s*@\s*([+-])\s*([^&+~]*)$/u;

/** Notes for definitions whose delay is a large part of the recording; `typed` has the texts of other options for them. */
export function movedPastEnds(
  define: readonly string[],
  typed: ReadonlyMap<string, string>,
  tick: Tick,
  snapshot: Snapshot,
): string[] {
  const span = spanOf(snapshot);
  if (span === null) return [];
  return define.flatMap((text) => {
    const [, source, sign, time] = DELAYED.exec(text) ?? [];
    if (source === undefined || time === undefined) return [];
    const delay = parseTime(time.trim(), tick);
    if (delay === 0n || delay * LONG < span) return [];
    const [by, all] = [delay, span].map((ticks) => seconds(toSeconds(ticks, tick), 5));
    const which =
      delay > span ? "all" : `tags ${sign === "-" ? "before the first" : "after the last"} recorded tag`;
    return [`${typed.get(text) ?? text} moves tags by ${by} of ${all}: ${which} are excluded`];
  });
}

/** Ticks from the first to the last selected tag; null if no analysis gives them. */
function spanOf({ analyses }: Snapshot): bigint | null {
  for (const result of Object.values(analyses)) {
    if (result === undefined) continue;
    if ("span" in result && typeof result.span === "bigint") return result.span;
  }
  return null;
}
