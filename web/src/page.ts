import { h, setAttribute } from "./dom";
import { bannerPanel } from "./panels/banner";
import { cardPanel } from "./panels/card";
import { channelsPanel } from "./panels/channels";
import { emptyPanel } from "./panels/empty";
import { fileList } from "./panels/filelist";
import { gapsPanel } from "./panels/gaps";
import { headerPanel } from "./panels/header";
import { ratePanel } from "./panels/rate";
import type { State } from "./state";

/** The middle of the page: nothing yet, a recording, or a header. */
export function page(): { nodes: Node[]; render: (state: State) => void; focusHeader: () => void } {
  const empty = emptyPanel();
  const header = headerPanel();
  const panels = [fileList(), cardPanel(), channelsPanel(), bannerPanel(), ratePanel(), gapsPanel()] as const;
  const [files, card, channels, banner, rate, gaps] = panels;
  const tags = h(
    "div",
    { class: "tags-page" },
    h("div", { class: "side" }, files.root, card.root, channels.root),
    h("div", { class: "charts" }, banner.root, rate.root, gaps.root),
  );
  return {
    nodes: [empty, tags, header.root],
    focusHeader: header.focus,
    render: (state) => {
      const shown = state.page === "header" ? header.root : state.current ? tags : empty;
      for (const node of [empty, tags, header.root]) setAttribute(node, "hidden", node === shown ? null : "");
      if (shown === tags) for (const panel of panels) panel.render(state);
      if (shown === header.root) header.render(state);
    },
  };
}
