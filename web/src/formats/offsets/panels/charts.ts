import { count, lagChart, lagFrame, offsetsChart, offsetsFrame } from "@tagview/charts";
import type { Panel } from "../../../app/panel";
import { store } from "../../../app/store";
import { h, setText } from "../../../ui/dom";
import { type Figure, figure } from "../../../ui/figure";
import { type Header, type Known, knownOf } from "../header";
import { keyOf, labelOf, rowOf } from "../partition";
import { worstOf } from "../sentences";
import { get } from "../state";

const HINT = "Drag or wheel or plus and minus to zoom, arrows to move, double click or 0 to go back.";

/** The partitions from one to another; null for all. */
type View = readonly [number, number] | null;

/** Offset by partition and, where there is a second header, lag by partition. Both are zoomed together. */
export function chartsPanel(): Panel<Header> {
  let view: View = null;
  const zoom = (next: View): void => {
    view = next;
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
  const worst = h("p", { class: "lag-worst" });
  const totals = h("p", { class: "field-note" });
  const only = h("p", { class: "field-note" });
  lag.root.children[0]?.after(h("div", { class: "lag-summary" }, worst, totals, only));
  const root = h("div", { class: "header-charts" }, lag.root, offsets.root);

  return {
    root,
    render: ({ outcome }, changed) => {
      const { result, lag: compared } = knownOf(outcome);
      lag.root.hidden = compared === null;
      const [a, b] = [offsets.size(), lag.size()];
      if (!changed(result, compared, view, a.width, a.height, b.width, b.height)) return;
      if (compared) {
        const { diff } = compared;
        setText(worst, worstOf(diff));
        setText(
          totals,
          `${count(diff.count)} partitions in both, ${count(diff.total_lag)} to catch up in all.`,
        );
        const sides = [
          named("only in this header", diff.only_left),
          named("only in the second", diff.only_right),
        ];
        const missing = sides.filter((side) => side !== "").join("; ");
        only.hidden = missing === "";
        setText(only, missing === "" ? "" : `${missing.charAt(0).toUpperCase()}${missing.slice(1)}.`);
        if (b.width > 0) {
          const options = { ...b, view };
          const { columns } = diff;
          lag.draw(
            lagChart(document, columns, options),
            columns.partition.length === 0 ? null : lagFrame(columns, options),
            () => csv("lag", columns, columns.lag),
          );
        }
      }
      if (a.width > 0) {
        const columns = result?.columns ?? NONE;
        const options = { ...a, view };
        offsets.draw(
          offsetsChart(document, columns, options),
          columns.partition.length === 0 ? null : offsetsFrame(columns, options),
          () => csv("offset", columns, columns.offset),
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

function named(where: string, keys: Parameters<typeof keyOf>[0][]): string {
  if (keys.length === 0) return "";
  const few = keys.slice(0, 12).map(keyOf).join(", ");
  return `${where}: ${few}${keys.length > 12 ? ` and ${count(keys.length - 12)} more` : ""}`;
}
