/** The page of an index-header: its panels, in their places. */

import "./style.css";
import type { Page } from "../../app/lazy-page";
import { panelGroup } from "../../app/panel";
import { store } from "../../app/store";
import { h } from "../../ui/dom";
import { cardPanel } from "./panels/card";
import { changesPanel } from "./panels/changes";
import { labelsPanel } from "./panels/labels";
import { seriesPanel } from "./panels/series";
import { treemapPanel } from "./panels/treemap";
import { valuesPanel } from "./panels/values";
import { get } from "./state";

export function page(copyLink: () => Promise<boolean>): Page {
  const card = cardPanel(copyLink);
  const labels = labelsPanel();
  const treemap = treemapPanel();
  const changes = changesPanel();
  const series = seriesPanel();
  const values = valuesPanel();
  const side = h("div", { class: "side" }, card.root);
  const middle = h(
    "div",
    { class: "stack block-middle", "data-room": true },
    changes.root,
    treemap.root,
    series.root,
    labels.root,
  );
  const root = h("div", { class: "viewer-page block-page" }, side, middle, values.root);
  const draw = panelGroup(
    [labels, card, changes, treemap, series, values],
    store.refresh,
    () => get().current,
  );
  return {
    root,
    listPlace: side,
    focus: labels.focus,
    render: () => {
      const { current } = get();
      if (!current) return;
      root.classList.toggle("has-refused", current.reading.is === "failed");
      draw();
    },
  };
}
