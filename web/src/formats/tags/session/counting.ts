/** Whether panels show the results of their queries, and repetition of stopped queries. */

import { store } from "../../../app/store";
import type { Counting } from "../../../ui/figure";
import type { PanelId } from "../export/panel-id";
import type { Topic } from "./live-queries";
import { isPending } from "./scope-label";
import { get, type State } from "./state";

/** The topics whose results a panel shows. */
const TOPICS: Record<PanelId, readonly Topic[]> = {
  rate: ["rate", "ticks", "virtual"],
  gaps: ["range", "virtual"],
  matrix: ["pairs", "range pairs"],
  g2: ["correlation", "delay", "pairs", "range pairs"],
  coincidences: ["coincidences"],
  stability: ["stability"],
  image: ["image"],
  phasor: ["image"],
  "region-decay": ["image"],
  lifetime: ["lifetime"],
};

/** Whether a panel shows the result of its current query. */
export function countingOf(panel: PanelId, state: State): Counting {
  const topics = TOPICS[panel];
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
