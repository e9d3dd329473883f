/** The viewer of offset headers. */

import "./style.css";
import { panelGroup } from "../../app/panel";
import { store } from "../../app/store";
import type { Viewer } from "../../app/viewer";
import { h } from "../../ui/dom";
import { knownOf } from "./header";
import { FORMAT, openHeader, writtenHeader } from "./open-header";
import { chartsPanel } from "./panels/charts";
import { encodingsPanel } from "./panels/encodings";
import { inputPanel } from "./panels/input";
import { partitionsPanel } from "./panels/partitions";
import { get } from "./state";

/** What the address calls the viewer's own page. */
const PAGE = "header";

export const offsetsViewer: Viewer = {
  format: FORMAT,
  urlState: {
    // A header is not in the address: it may be longer than an address may be, and may be nobody else's business.
    write: () => (get().current?.origin.from === "page" ? [["page", PAGE]] : []),
    isOwnPage: (keys) => keys.get("page") === PAGE,
  },
  mount: () => {
    const input = inputPanel();
    const charts = chartsPanel();
    const encodings = encodingsPanel();
    const partitions = partitionsPanel();
    const side = h("div", { class: "side" }, input.root);
    const root = h(
      "div",
      { class: "header-page" },
      side,
      h("div", { class: "header-middle" }, charts.root, encodings.root),
      partitions.root,
    );
    const draw = panelGroup([input, charts, encodings, partitions], store.refresh);
    return {
      root,
      listPlace: side,
      render: () => {
        const { current } = get();
        if (!current) return;
        const { outcome } = current;
        root.classList.toggle("compared", knownOf(outcome).lag !== null);
        draw(current);
      },
      open: openHeader,
      shortcuts: [],
      samples: [],
      writing: {
        key: "h",
        does: "paste a header",
        button: "Paste a header",
        create: writtenHeader,
        fill: (text) => get().current?.change({ text }, false),
        focus: input.focus,
      },
    };
  },
};
