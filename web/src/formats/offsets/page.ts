import "./style.css";
import { lazyPage, type Page } from "../../app/lazy-page";
import { panelGroup } from "../../app/panel";
import { store } from "../../app/store";
import { h } from "../../ui/dom";
import { tour } from "../../ui/tour";
import { EXAMPLE } from "./example";
import { type Header, knownOf } from "./header";
import { holdsSeveral } from "./over-time/several";
import { chartsPanel } from "./panels/charts";
import { encodingsPanel } from "./panels/encodings";
import { inputPanel } from "./panels/input";
import { partitionsPanel } from "./panels/partitions";
import { get } from "./state";

/** What to look for in the example. */
const STEPS = {
  example: [
    "Progress by partition: between the two headers, partitions 1 and 2 moved. The line over the chart names those that stood still.",
    "Offset by partition: the ring is partition 3, which is empty.",
    "Paste many headers, one a line, to see which partition is slow, and how far it is behind.",
  ],
};

/** The page of an offset header: its panels, in their places. */
export function page(): Page {
  const input = inputPanel();
  const charts = chartsPanel();
  const encodings = encodingsPanel();
  const partitions = partitionsPanel();
  const steps = tour<Header>(STEPS, ({ given }) =>
    given.text === EXAMPLE.text && given.other === EXAMPLE.other ? "example" : "",
  );
  const series = lazyPage(async () => (await import("./over-time/page")).seriesPage());
  const side = h("div", { class: "side" }, input.root);
  const root = h(
    "div",
    { class: "viewer-page header-page" },
    side,
    h("div", { class: "stack header-middle", "data-room": true }, steps.root, charts.root, encodings.root),
    partitions.root,
    series.root,
  );
  const draw = panelGroup([input, steps, charts, encodings, partitions], store.refresh, () => get().current);
  return {
    root,
    listPlace: side,
    focus: input.focus,
    render: () => {
      const { current } = get();
      if (!current) return;
      root.classList.toggle("has-refused", current.outcome.is === "refused");
      root.classList.toggle("compared", knownOf(current.outcome).progress !== null);
      const several = holdsSeveral(current);
      root.classList.toggle("has-series", several);
      draw();
      if (several) series.render();
    },
  };
}
