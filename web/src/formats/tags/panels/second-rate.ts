/** The rate of the compared recording in a chart of its own, below that of the displayed one. Loaded on first use. */

import { rateChart, rateLayout } from "@tagview/charts";
import type { Panel } from "../../../app/panel";
import { svg } from "../../../ui/dom";
import { type Figure, figure } from "../../../ui/figure";
import { drawing } from "../../../ui/signals";
import { COPIES, captionFigure } from "../export/panels";
import { namesIn } from "../model/names";
import { colourOrder } from "../session/colours";
import { countAgain, countingOf } from "../session/counting";
import { rateOf } from "../session/rate-bins";
import { wholeOf } from "../session/results";
import { shownIn } from "../session/shown";
import { get, type State } from "../session/state";
import { drawBand, extent, type RatePanel, readout, TIME_GESTURES } from "./rate";

/** The panel, whose time axis, pointer and chosen range are those of `rate`. */
export function secondRatePanel(rate: RatePanel): Panel<State> & { figure: Figure } {
  const panel: Figure = figure({
    id: "second-rate",
    title: "Rate of the compared recording",
    lead: "Each recording begins at 0 s with its own first tag.",
    hint: "Zoom, range and cursors are those of the chart above.",
    copies: COPIES,
    countAgain,
    gestures: {
      ...TIME_GESTURES,
      point: (seconds) => {
        read(seconds);
        rate.pointAt(seconds);
      },
    },
  });
  const read = (seconds: number | null): void =>
    panel.setPointReadout(seconds === null ? null : readout(seconds, null, get().compared));
  rate.onPoint((seconds) => {
    if (panel.root.hidden) return;
    panel.pointAt(seconds);
    read(seconds);
  });
  const band = svg("rect", { class: "range-band" });
  panel.overlay.prepend(band);
  const drawn = drawing(() => {
    const state = get();
    const { compared, view, tick, units } = state;
    const known = rateOf(compared, state);
    if (!compared || !known) {
      panel.wait();
      return;
    }
    const options = {
      tick,
      units,
      subject: compared.name,
      hidden: view.hidden,
      names: namesIn(view),
      view: view.rate ?? extent(),
      order: colourOrder(),
      origin: wholeOf(compared, "summary")?.first ?? 0n,
      last: known.last,
      log: view.rateLog,
    };
    panel.draw({
      chart: (size) => rateChart(document, known.rate, { ...options, ...size }),
      frame: (size) => rateLayout(known.rate, { ...options, ...size }).frame,
      csv: async () => (await import("@tagview/charts/csv")).rateCsv(known.rate, options),
    });
  });
  return {
    root: panel.root,
    figure: panel,
    render: (state) => {
      const { compared, view, tick, tickText, units, runs } = state;
      panel.root.hidden = compared === null || !view.apart;
      if (panel.root.hidden || panel.size().width === 0) return;
      panel.name(`Rate of ${compared?.name}`);
      const second = { current: compared, compared: null, view, tick, tickText, units, runs };
      captionFigure(panel, shownIn("rate", second), countingOf("rate", state));
      drawn();
      drawBand(band, panel.frame(), state);
    },
  };
}
