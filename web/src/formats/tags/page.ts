import { foldedHeading, latePanel } from "../../app/late-panel";
import { lazyPanel } from "../../app/lazy-panel";
import { hasComparison } from "../../app/page-file";
import type { Panel } from "../../app/panel";
import { h } from "../../ui/dom";
import type { Figure } from "../../ui/figure";
import { bannerPanel } from "./panels/banner";
import { cardPanel } from "./panels/card";
import { channelsPanel } from "./panels/channels";
import { coincidencesPanel } from "./panels/coincidences";
import { correlationPanel } from "./panels/correlation";
import { matrixPanel } from "./panels/matrix";
import { nothingPanel } from "./panels/nothing";
import { ratePanel } from "./panels/rate";
import { runsPlace } from "./panels/runs-place";
import { parametersNow, wholeOf } from "./session/results";
import type { State } from "./session/state";

export interface Page {
  root: HTMLElement;
  /** The column at the left. */
  side: HTMLElement;
  /** In the order in which they are drawn. */
  panels: readonly Panel<State>[];
  focusMatrix(): void;
}

/** Whether the charts have something to draw. */
const isCounted = ({ current }: State): boolean => wholeOf(current, "summary") !== null;

/** The page of a recording: its panels, in their places. */
export function page(copyLink: () => Promise<boolean>, whatOpens: () => string): Page {
  const card = cardPanel(copyLink);
  const verdict = latePanel<State>({
    when: ({ current }) => current?.reading.phase === "done",
    load: async () => (await import("./panels/verdict")).verdictPanel(),
  });
  const channels = channelsPanel();
  const banner = bannerPanel();
  const tour = latePanel<State>({
    when: (state) => state.current?.origin.from === "address" && isCounted(state),
    load: async () => (await import("./panels/tour")).tourPanel(),
  });
  const rate = ratePanel();
  let secondFigure: Figure | null = null;
  const second = latePanel<State>({
    when: (state) => state.compared !== null && state.view.apart,
    load: async () => {
      const panel = (await import("./panels/second-rate")).secondRatePanel(rate);
      secondFigure = panel.figure;
      return panel;
    },
  });
  const overview = latePanel<State>({
    when: (state) => isCounted(state) && (state.view.rate !== null || state.view.range !== null),
    load: async () => (await import("./panels/overview")).overviewPanel(),
  });
  const matrix = matrixPanel();
  const gaps = latePanel<State>({
    instead: h("section", { class: "panel figure figure-gaps" }),
    when: isCounted,
    load: async () => (await import("./panels/gaps")).gapsPanel(),
  });
  const correlation = correlationPanel();
  const coincidences = coincidencesPanel();
  const stability = latePanel<State>({
    instead: foldedHeading("Stability of the rates"),
    when: isCounted,
    load: async () => (await import("./panels/stability")).stabilityPanel(),
  });
  const lifetime = latePanel<State>({
    instead: foldedHeading("Lifetime"),
    when: isCounted,
    load: async () => (await import("./panels/lifetime")).lifetimePanel(),
  });
  const image = latePanel<State>({
    when: (state) => isCounted(state) && state.current?.kind?.meta?.image != null,
    load: async () => (await import("./panels/image")).imagePanel(),
  });
  const column = h("div", { class: "stack column" }, matrix.root, lifetime.root, gaps.root, stability.root);
  /** Puts the lifetime of pulsed light with a clock before the pairs, and marks the panel of the data's kind. */
  const order: Panel<State> = {
    root: column,
    render: (state) => {
      const hasClock = (parametersNow(state)?.lightClock ?? null) !== null;
      const first = hasClock ? lifetime.root : matrix.root;
      if (column.firstChild !== first) column.prepend(first);
      const isScan = state.current?.kind?.meta?.image != null;
      const ofKind = isScan ? image : hasClock ? lifetime : correlation;
      for (const { root } of [image, lifetime, correlation])
        root.classList.toggle("first", root === ofKind.root);
    },
  };
  const nothing = nothingPanel(whatOpens);
  const runs = runsPlace();
  const { virtual, tags, notes, names, measurements, frames, formats } = lazyPanels();
  const { render: drawCursors } = latePanel<State>({
    when: isCounted,
    load: async () =>
      (await import("./panels/cursors")).cursors({
        rate: rate.figure,
        correlation: correlation.figure,
        second: () => secondFigure,
      }),
  });
  /** Drawn after the figures below them; an error is shown in the first of these. */
  const cursors: Panel<State> = { root: rate.root, render: drawCursors };
  const side = h(
    "div",
    { class: "side" },
    runs.button,
    card.root,
    verdict.root,
    tour.root,
    channels.root,
    names.root,
    virtual.root,
    notes.root,
    measurements.root,
  );
  const root = h(
    "div",
    { class: "tags-page" },
    side,
    nothing.root,
    runs.root,
    h(
      "div",
      { class: "stack charts", "data-room": true },
      banner.root,
      image.root,
      rate.root,
      // Below the chart, which a zoom does not move.
      overview.root,
      second.root,
      h(
        "div",
        { class: "columns" },
        column,
        h("div", { class: "stack column" }, correlation.root, coincidences.root, tags.root),
      ),
      frames.root,
      hasComparison && formats.root,
    ),
  );
  const panels = [
    ...[card, verdict, channels, virtual, banner, tour],
    ...[overview, rate, second, image, order, matrix, gaps, correlation, coincidences, stability, lifetime],
    ...[tags, nothing, runs, notes, names, measurements, frames, cursors],
    ...(hasComparison ? [formats] : []),
  ];
  return { root, side, panels, focusMatrix: matrix.focus };
}

/** Panels that are folded until they are opened or have something to show. */
function lazyPanels() {
  return {
    virtual: lazyPanel<State>({
      id: "virtual-channels",
      title: "Virtual channels",
      lead: "Channels derived from others: either, both, delayed. They are counted like recorded channels.",
      hasContent: ({ view }) => view.define.length > 0,
      load: async () => (await import("./panels/virtual-channels")).virtualChannelsBody(),
    }),
    tags: lazyPanel<State>({
      id: "single-tags",
      title: "Single tags",
      lead: "Every tag with its exact time, in order.",
      hasContent: ({ view }) => view.at !== null,
      load: async (isOpen) => (await import("./panels/single-tags")).singleTagsBody(isOpen),
    }),
    notes: lazyPanel<State>({
      id: "notes",
      title: "Ranges and notes",
      lead: "Names for ranges of time, and a note: both are in the link.",
      hasContent: ({ view }) => view.ranges.length > 0 || view.note !== "",
      load: async () => (await import("./panels/notes")).notesBody(),
    }),
    measurements: lazyPanel<State>({
      id: "measurements",
      title: "Saved measurements",
      lead: "Named settings of pair, delays, bins and window, for this file and others.",
      hasContent: () => false,
      load: async () => (await import("./panels/measurements")).measurementsBody(),
    }),
    names: lazyPanel<State>({
      id: "channel-names",
      title: "Names and delays",
      lead: "Names, roles and delays of channels.",
      hasContent: ({ view }) => view.names.size > 0,
      load: async () => (await import("./panels/channel-names")).channelNamesBody(),
    }),
    frames: lazyPanel<State>({
      id: "frames",
      title: "Frames of the file",
      lead: "The parts of the file, and damaged parts.",
      hasContent: () => false,
      load: async () => (await import("./panels/frames")).framesBody(),
    }),
    formats: lazyPanel<State>({
      id: "comparison",
      title: "Other formats",
      lead: "Size and reading speed of these tags in other formats.",
      hasContent: () => false,
      load: async () => (await import("./panels/other-formats")).otherFormatsBody(),
    }),
  };
}
