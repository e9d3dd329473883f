import { count, lagChart, lagFrame, offsetsChart, offsetsFrame } from "@tagview/charts";
import { incidents, lagSentences, type OffsetsDiff, orderSentence } from "@tagview/engine";
import type { Panel } from "../../../app/panel";
import { store } from "../../../app/store";
import { h, setText } from "../../../ui/dom";
import { type Figure, figure } from "../../../ui/figure";
import { type Header, type Known, knownOf } from "../header";
import { labelOf, rowOf } from "../partition";
import { WORDING } from "../sentences";
import { get } from "../state";

const HINT =
  "Drag, or Control and wheel, or plus and minus to zoom, arrows to move, double click or 0 to go back.";

/** The partitions from one to another; null for all. */
type Span = readonly [number, number] | null;

/** What is on show of the header that has this text. */
interface View {
  text: string;
  span: Span;
}

/** Offset by partition and, where there is a second header, lag by partition. Both are zoomed together. */
export function chartsPanel(): Panel<Header> {
  let view: View = { text: "", span: null };
  const zoom = (span: Span): void => {
    view = { ...view, span };
    store.refresh();
  };
  const gestures = (extent: () => readonly number[] | null, point: (partition: number | null) => void) => ({
    zoom,
    drag: zoom,
    back: () => zoom(null),
    extent: (): readonly [number, number] | null => {
      const [low, high] = extent() ?? [];
      return low !== undefined && high !== undefined ? [low, high] : null;
    },
    point: (at: number | null) => point(at === null ? null : Math.round(at)),
  });

  const offsets: Figure = figure({
    id: "offsets",
    title: "Offset by partition",
    hint: HINT,
    onResize: store.refresh,
    gestures: gestures(
      () => {
        const columns = now().result?.columns;
        return columns && columns.partition.length > 0 ? offsetsFrame(columns).x.domain() : null;
      },
      (partition) => {
        const columns = now().result?.columns;
        const row = columns && partition !== null ? rowOf(columns, partition) : null;
        offsets.say(
          columns && row !== null ? `${labelOf(columns, row)}: ${count(columns.offset[row] ?? 0n)}` : null,
        );
      },
    ),
  });
  const lag: Figure = figure({
    id: "lag",
    title: "Lag by partition",
    hint: HINT,
    onResize: store.refresh,
    gestures: gestures(
      () => {
        const columns = now().lag?.diff.columns;
        return columns && columns.partition.length > 0 ? lagFrame(columns).x.domain() : null;
      },
      (partition) => {
        const columns = now().lag?.diff.columns;
        const row = columns && partition !== null ? rowOf(columns, partition) : null;
        lag.say(
          columns && row !== null
            ? `${labelOf(columns, row)}: ${count(columns.lag[row] ?? 0n)} to catch up`
            : null,
        );
      },
    ),
  });
  const order = h("p", { class: "field-note" });
  const swap = h("button", { type: "button", class: "quiet", onclick: swapHeaders }, "Swap");
  const incidentList = h("ul", { class: "lag-incidents", "aria-label": "What happened" });
  const worst = h("p", { class: "lag-worst" });
  const totals = h("p", { class: "field-note" });
  const head = h("div", { class: "lag-order" }, order, swap);
  lag.root.children[0]?.after(h("div", { class: "lag-summary" }, head, incidentList, worst, totals));

  function summarise(diff: OffsetsDiff): void {
    setText(order, orderSentence(diff));
    const grave = incidents(diff, WORDING);
    incidentList.hidden = grave.length === 0;
    incidentList.replaceChildren(...grave.map((text) => h("li", {}, text)));
    const [first = "", second = ""] = lagSentences(diff, WORDING);
    setText(worst, first);
    setText(totals, second);
  }
  const root = h("div", { class: "header-charts" }, lag.root, offsets.root);

  return {
    root,
    render: ({ outcome }, changed) => {
      const { result, lag: compared } = knownOf(outcome);
      lag.root.hidden = compared === null;
      // Another header's partitions have nothing to do with those that are in view.
      const { text } = outcome.is === "blank" ? { text: "" } : outcome.given;
      if (text !== view.text) view = { text, span: null };
      const [a, b] = [offsets.size(), lag.size()];
      if (!changed(result, compared, view, a.width, a.height, b.width, b.height)) return;
      if (compared) {
        const { diff } = compared;
        summarise(diff);
        if (b.width > 0) {
          const options = { ...b, view: view.span };
          const { columns } = diff;
          lag.draw(
            lagChart(document, columns, options),
            columns.partition.length === 0 ? null : lagFrame(columns, options),
            () => csv("lag", columns, columns.lag),
            (size) => lagChart(document, columns, { ...options, ...size }),
          );
        }
      }
      if (a.width > 0) {
        const columns = result?.columns ?? NONE;
        const options = { ...a, view: view.span };
        offsets.draw(
          offsetsChart(document, columns, options),
          columns.partition.length === 0 ? null : offsetsFrame(columns, options),
          () => csv("offset", columns, columns.offset),
          (size) => offsetsChart(document, columns, { ...options, ...size }),
        );
      }
    },
  };
}

/** What is known of the header on the page. */
function now(): Known {
  return knownOf(get().current?.outcome);
}

const NONE = { partition: new BigInt64Array(0), offset: new BigInt64Array(0) };

/** A row for each partition: its name, quoted where it has a comma, and a number. */
function csv(name: string, columns: Parameters<typeof labelOf>[0], values: BigInt64Array): string {
  const rows = Array.from(values, (value, row) => {
    const label = labelOf(columns, row);
    return `${label.includes(",") ? `"${label}"` : label},${value}`;
  });
  return `${[`partition,${name}`, ...rows].join("\n")}\n`;
}

/** The second header becomes the first one. How the first is encoded was said of the other text. */
function swapHeaders(): void {
  const { current } = get();
  if (!current) return;
  const { text, other } = current.given;
  current.change({ text: other, other: text, encoding: null }, false);
}
