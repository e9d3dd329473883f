/** Whether panels show the results of their queries, and repetition of stopped queries. */

import { store } from "../../../app/store";
import type { Counting } from "../../../ui/figure";
import { PANELS, type PanelId } from "../export/panel-id";
import type { Topic } from "./live-queries";
import { isPending } from "./scope-label";
import { get, type State } from "./state";

/** Whether a panel shows the result of its current query. */
export function countingOf(panel: PanelId, state: State): Counting {
  const topics: readonly Topic[] = PANELS[panel].topics;
  if (topics.some((topic) => isPending(state, topic))) return "pending";
  const { current, compared } = state;
  const isStopped = (topic: Topic): boolean =>
    [current, compared].some((recording) => recording?.queries.stopped(topic));
  return topics.some(isStopped) ? "stopped" : "done";
}

/** Repeats the stopped queries. */
export function countAgain(): void {
  for (const recording of [get().current, get().compared]) recording?.queries.resume();
  store.refresh();
}
