import { keepFirstPair } from "./first-pair";
import { queriesOf } from "./parameters";
import { rateQueries } from "./rate-bins";
import { parametersNow } from "./results";
import { get } from "./state";

/** Asks what is missing of the recordings on the page. It is called before anything is drawn. */
export function keepAnswers(): void {
  const state = get();
  keepFirstPair(state);
  const now = parametersNow(state);
  if (!now) return;
  const queries = queriesOf(now, state.tickText);
  for (const recording of [state.current, state.compared]) {
    const { reading } = recording ?? {};
    // Before the first snapshot there is nothing to ask about.
    if (!recording || !reading || reading.phase === "unread" || !reading.snapshot) continue;
    recording.queries.want([...queries, ...rateQueries(recording, state)], reading.phase !== "running");
  }
}
