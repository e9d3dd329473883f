/** The page of a file of histograms: its panels, in their places. */

import "./style.css";
import type { Page } from "../../app/lazy-page";
import { panelGroup } from "../../app/panel";
import { store } from "../../app/store";
import type { Shell } from "../../app/viewer";
import { h } from "../../ui/dom";
import { cardPanel } from "./panels/card";
import { decayPanel } from "./panels/decay";
import { get } from "./state";

export function page(shell: Shell): Page {
  const card = cardPanel(shell);
  const decay = decayPanel();
  const side = h("div", { class: "side" }, card.root);
  const middle = h("div", { class: "histogram-middle", "data-room": true }, decay.root);
  const root = h("div", { class: "viewer-page histogram-page" }, side, middle);
  const draw = panelGroup([card, decay], store.refresh, () => get().current);
  return {
    root,
    listPlace: side,
    render: () => {
      const { current } = get();
      if (!current) return;
      root.classList.toggle("has-refused", current.reading.is === "failed");
      draw();
    },
  };
}
