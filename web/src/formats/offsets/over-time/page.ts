/** Many headers over time: which partition is the problem, the map of all, and their table. */

import "./style.css";
import type { Page } from "../../../app/lazy-page";
import { panelGroup } from "../../../app/panel";
import { store } from "../../../app/store";
import { h } from "../../../ui/dom";
import { change, reactive } from "../../../ui/signals";
import { get } from "../state";
import { mapPanel } from "./map";
import { seriesReader } from "./reading";
import type { SeriesShown, SeriesView } from "./shown";
import { seriesTable } from "./table";
import { verdictPanel } from "./verdict";

const WHOLE: SeriesView = { chosen: null, filter: "", kind: null, span: null, every: null };

export function seriesPage(): Page {
  const reader = seriesReader();
  const view = reactive(WHOLE);
  /** The text that `view` is of: rows of another one are other partitions. */
  let text = "";
  const summary = verdictPanel();
  const map = mapPanel(summary.root);
  const table = seriesTable();
  const root = h("div", { class: "series-page", "data-room": true }, map.root, table.root);
  const shown = (): SeriesShown | null => {
    const read = reader.latest();
    return read && { read, view, isPending: reader.isPending, change: (part) => change(view, part) };
  };
  const draw = panelGroup([summary, map, table], store.refresh, shown);
  return {
    root,
    listPlace: root,
    render: () => {
      const outcome = get().current?.outcome;
      if (outcome?.is !== "read") return;
      if (outcome.given.text !== text) {
        text = outcome.given.text;
        change(view, { ...WHOLE, filter: view.filter, every: view.every });
      }
      reader.read(outcome.given, view.every);
      root.classList.toggle("is-reading", reader.latest() === null);
      draw();
    },
  };
}
