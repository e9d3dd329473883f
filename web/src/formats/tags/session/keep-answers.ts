import { shownItem } from "../../../app/items";
import { notify } from "../../../app/notice";
import { inSoundPart, soundPart } from "./damage";
import { keepFirstPair } from "./first-pair";
import { laterQueries } from "./later-queries";
import { sharesTick } from "./own-tick";
import { queriesOf } from "./queries";
import { rateQueries } from "./rate-bins";
import { summaryOf } from "./reading";
import type { Following, Recording } from "./recording";
import { withResponse } from "./response";
import { parametersNow } from "./results";
import { get } from "./state";

/** Milliseconds without growth after which a followed recording is queried a last time. */
const QUIET_MS = 1500;

function isQuiet(following: Following): boolean {
  return following.is === "following" && performance.now() - following.changed > QUIET_MS;
}

/** Two recordings with different ticks have no axis of time in common: the second one is not compared any more. */
function dropOtherTick(): void {
  const { current, compared } = get();
  if (!current?.kind || !compared?.kind || sharesTick(current, compared)) return;
  current.compared = null;
  notify(
    `${compared.name} has ticks of another length, so it can't be drawn into the same charts. The table of all runs compares their numbers.`,
  );
}

/** Recordings whose queries may be running. */
let queried: readonly Recording[] = [];

/**
 * Sends the missing queries of the displayed recordings, and cancels those of recordings that are not displayed any
 * more. Called before drawing.
 */
export function keepAnswers(): void {
  dropOtherTick();
  const state = get();
  const { current, compared } = state;
  const isShown = current !== null && current === shownItem();
  const displayed = isShown ? [current, ...(compared ? [compared] : [])] : [];
  for (const left of queried) if (!displayed.includes(left)) left.queries.rest();
  queried = displayed;
  if (!isShown) return;
  keepFirstPair(state);
  const now = parametersNow(state);
  if (!now) return;
  const queries = queriesOf(now, state.tickText);
  for (const recording of displayed) {
    const { reading } = recording;
    // Before the first snapshot there is nothing to ask about.
    if (reading.phase === "unread" || !reading.snapshot) continue;
    const first = now.pair === null ? "pairs" : "correlation";
    // The fit of a proposed lifetime may take seconds: the first charts do not wait for it.
    const isLate = state.view.lifetime.wanted === null && recording.queries.answer(first) === null;
    const own = queries
      .filter(({ topic }) => topic !== "lifetime" || !isLate)
      .map((query) => withResponse(query, recording));
    const all = [...own, ...rateQueries(recording, state), ...laterQueries(recording, state)];
    const isRead = reading.phase !== "running" || isQuiet(recording.following);
    const sound = isRead ? soundPart(summaryOf(reading)) : null;
    recording.queries.want(sound ? inSoundPart(all, sound) : all, isRead);
  }
}
