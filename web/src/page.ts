import { h, setAttribute } from "./dom";
import { bannerPanel } from "./panels/banner";
import { cardPanel } from "./panels/card";
import { channelsPanel } from "./panels/channels";
import { coincidencesPanel } from "./panels/coincidences";
import { correlationPanel } from "./panels/correlation";
import { emptyPanel } from "./panels/empty";
import { fileList } from "./panels/filelist";
import { gapsPanel } from "./panels/gaps";
import { headerPanel } from "./panels/header";
import { matrixPanel } from "./panels/matrix";
import { ratePanel } from "./panels/rate";
import { refresh, type State } from "./state";

/** Milliseconds after which the panels that are left wait for the next frame. */
const SLICE_MS = 12;

/** Panels that have nothing new pass at once: a second call goes on where the first one stopped. */
function renderSome(panels: readonly { render: (state: State) => void }[], state: State): void {
  const began = performance.now();
  for (const panel of panels) {
    if (performance.now() - began > SLICE_MS) {
      refresh();
      return;
    }
    panel.render(state);
  }
}

/** The middle of the page: nothing yet, a recording, or a header. */
export function page(): {
  nodes: Node[];
  render: (state: State) => void;
  focusHeader: () => void;
  focusMatrix: () => void;
} {
  const empty = emptyPanel();
  const header = headerPanel();
  const panels = [
    fileList(),
    cardPanel(),
    channelsPanel(),
    bannerPanel(),
    ratePanel(),
    matrixPanel(),
    gapsPanel(),
    correlationPanel(),
    coincidencesPanel(),
  ] as const;
  const [files, card, channels, banner, rate, matrix, gaps, correlation, coincidences] = panels;
  const tags = h(
    "div",
    { class: "tags-page" },
    h("div", { class: "side" }, files.root, card.root, channels.root),
    h(
      "div",
      { class: "charts" },
      banner.root,
      rate.root,
      h(
        "div",
        { class: "columns" },
        h("div", { class: "column" }, matrix.root, gaps.root),
        h("div", { class: "column" }, correlation.root, coincidences.root),
      ),
    ),
  );
  return {
    nodes: [empty.root, tags, header.root],
    focusHeader: header.focus,
    focusMatrix: matrix.focus,
    render: (state) => {
      const shown = state.page === "header" ? header.root : state.current ? tags : empty.root;
      for (const node of [empty.root, tags, header.root])
        setAttribute(node, "hidden", node === shown ? null : "");
      if (shown === tags) renderSome(panels, state);
      if (shown === empty.root) empty.render(state);
      if (shown === header.root) header.render(state);
    },
  };
}
