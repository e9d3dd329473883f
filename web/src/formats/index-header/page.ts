/** The page of an index-header: its panels, in their places. */

import "./style.css";
import type { Page } from "../../app/lazy-page";
import { panelGroup } from "../../app/panel";
import { store } from "../../app/store";
import { h } from "../../ui/dom";
import { tour } from "../../ui/tour";
import { summaryOf } from "./block";
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
  const steps = tour({
    "sample-index-header": [
      "Label names: trace_id has 400 values, one for each of its series. Such a label makes an index large.",
      "Areas: the more values, the larger. What looks like ids, addresses or times is orange.",
      "Click a label name or an area to list its values, with the number of series of each.",
    ],
  });
  const side = h("div", { class: "side" }, card.root);
  const middle = h(
    "div",
    { class: "stack block-middle", "data-room": true },
    steps.root,
    changes.root,
    treemap.root,
    series.root,
    labels.root,
  );
  const root = h("div", { class: "viewer-page block-page" }, side, middle, values.root);
  const chips = [card, treemap, labels, values].map((panel) => {
    const chip = h("span", { class: "chip", hidden: true }, "damaged");
    panel.root.querySelector("h2")?.after(chip);
    return chip;
  });
  const draw = panelGroup(
    [labels, card, steps, changes, treemap, series, values],
    store.refresh,
    () => get().current,
  );
  return {
    root,
    listPlace: side,
    render: () => {
      const { current } = get();
      if (!current) return;
      root.classList.toggle("has-refused", current.reading.is === "failed");
      const isSound = !summaryOf(current)?.findings.some(({ severity }) => severity === "error");
      for (const chip of chips) chip.hidden = isSound;
      draw();
    },
  };
}
