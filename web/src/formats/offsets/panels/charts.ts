import {
  count,
  offsetsChart,
  offsetsFrame,
  type ProgressData,
  progressChart,
  progressFrame,
} from "@tagview/charts";
import { incidents, type OffsetsDiff, orderSentence, progressSentences } from "@tagview/engine";
import { openItems, show } from "../../../app/items";
import type { Panel } from "../../../app/panel";
import { reactive } from "../../../app/signals";
import { store } from "../../../app/store";
import { h, setText } from "../../../ui/dom";
import { type Figure, type FigureParts, figure } from "../../../ui/figure";
import { type Header, type Known, knownOf } from "../header";
import { FORMAT } from "../open-header";
import { labelOf, rowOf } from "../partition";
import { WORDING } from "../sentences";
import { get } from "../state";

const HINT =
  "Drag, or Control and wheel, or plus and minus to zoom, arrows to move, double click or 0 to go back.";

/** The partitions from one to another; null for all. */
type Span = readonly [number, number] | null;

/** The view of the header with this text. */
interface View {
  text: string;
  span: Span;
}

/** Offset by partition and, with a second header, progress by partition. Both are zoomed together. */
export function chartsPanel(): Panel<Header> {
  const now = reactive<{ view: View }>({ view: { text: "", span: null } });
  const zoom = (span: Span): void => {
    now.view = { ...now.view, span };
  };
  const offsets = offsetsFigure(zoom);
  const progress = progressFigure(zoom);
  const summary = progressSummary();
  progress.root.children[0]?.after(summary.root);
  return {
    root: h("div", { class: "header-charts" }, progress.root, offsets.root),
    render: ({ outcome }) => {
      const { result, progress: compared } = knownOf(outcome);
      progress.root.hidden = compared === null;
      // Another header's partitions have nothing to do with those that are in view.
      const { text } = outcome.is === "blank" ? { text: "" } : outcome.given;
      const view = text === now.view.text ? now.view : { text, span: null };
      now.view = view;
      const [a, b] = [offsets.size(), progress.size()];
      if (compared) summary.render(compared.diff);
      if (compared && b.width > 0) drawProgress(progress, compared.diff, view.span);
      if (a.width > 0) drawOffsets(offsets, result?.columns ?? NONE, view.span);
    },
  };
}

/** Gestures that zoom along partitions; `point` hears of the one that is pointed at. */
function gesturesOf(
  zoom: (span: Span) => void,
  extent: () => readonly number[] | null,
  point: (partition: number | null) => void,
): FigureParts["gestures"] {
  return {
    zoom,
    drag: zoom,
    back: () => zoom(null),
    extent: () => {
      const [low, high] = extent() ?? [];
      return low !== undefined && high !== undefined ? [low, high] : null;
    },
    point: (at) => point(at === null ? null : Math.round(at)),
  };
}

function offsetsFigure(zoom: (span: Span) => void): Figure {
  const offsets: Figure = figure({
    id: "offsets",
    title: "Offset by partition",
    lead: "How far each partition has been written; a ring is an empty one.",
    hint: HINT,
    onResize: store.refresh,
    gestures: gesturesOf(
      zoom,
      () => {
        const columns = now().result?.columns;
        return columns && columns.partition.length > 0 ? offsetsFrame(columns).x.domain() : null;
      },
      (partition) => {
        const columns = now().result?.columns;
        const row = columns && partition !== null ? rowOf(columns, partition) : null;
        offsets.setReadout(
          columns && row !== null ? `${labelOf(columns, row)}: ${count(columns.offset[row] ?? 0n)}` : null,
        );
      },
    ),
  });
  return offsets;
}

function progressFigure(zoom: (span: Span) => void): Figure {
  const progress: Figure = figure({
    id: "progress",
    title: "Progress by partition",
    lead: "How far each partition moved from one header to the other. Look for those that stood still or fell back.",
    hint: HINT,
    onResize: store.refresh,
    gestures: gesturesOf(
      zoom,
      () => {
        const columns = now().progress?.diff.columns;
        return columns && columns.partition.length > 0 ? progressFrame(progressIn(columns)).x.domain() : null;
      },
      (partition) => {
        const columns = now().progress?.diff.columns;
        const row = columns && partition !== null ? rowOf(columns, partition) : null;
        progress.setReadout(
          columns && row !== null
            ? `${labelOf(columns, row)}: ${count(columns.lag[row] ?? 0n)} further`
            : null,
        );
      },
    ),
  });
  return progress;
}

/** The changes between two headers as sentences. */
function progressSummary(): { root: HTMLElement; render(diff: OffsetsDiff): void } {
  const order = h("p", { class: "field-note" });
  const swap = h("button", { class: "quiet", onclick: swapHeaders }, "Swap");
  const incidentList = h("ul", { class: "progress-incidents", "aria-label": "What happened" });
  const furthest = h("p", { class: "progress-furthest" });
  const totals = h("p", { class: "field-note" });
  const head = h("div", { class: "progress-order" }, order, swap);
  return {
    root: h("div", { class: "progress-summary" }, head, incidentList, furthest, totals),
    render: (diff) => {
      setText(order, orderSentence(diff));
      const grave = incidents(diff, WORDING);
      incidentList.hidden = grave.length === 0;
      incidentList.replaceChildren(...grave.map((text) => h("li", {}, text)));
      const sentences = progressSentences(diff, WORDING);
      setText(totals, sentences.pop() ?? "");
      setText(furthest, sentences.pop() ?? "");
    },
  };
}

function drawProgress(panel: Figure, { columns }: OffsetsDiff, view: Span): void {
  const options = { ...panel.size(), view };
  const data = progressIn(columns);
  panel.draw(
    progressChart(document, data, options),
    columns.partition.length === 0 ? null : progressFrame(data, options),
    () => csv("progress", columns, columns.lag),
    (size) => progressChart(document, data, { ...options, ...size }),
  );
}

function drawOffsets(panel: Figure, columns: Parameters<typeof offsetsChart>[1], view: Span): void {
  const options = { ...panel.size(), view };
  panel.draw(
    offsetsChart(document, columns, options),
    columns.partition.length === 0 ? null : offsetsFrame(columns, options),
    () => csv("offset", columns, columns.offset),
    (size) => offsetsChart(document, columns, { ...options, ...size }),
  );
}

/** The data of the displayed header. */
function now(): Known {
  return knownOf(get().current?.outcome);
}

const progressData = new WeakMap<OffsetsDiff["columns"], ProgressData>();

/** Returns the same object for the same columns, because charts use it as the key of their caches. */
function progressIn(columns: OffsetsDiff["columns"]): ProgressData {
  const known = progressData.get(columns) ?? { partition: columns.partition, moved: columns.lag };
  progressData.set(columns, known);
  return known;
}

const NONE = { partition: new BigInt64Array(0), offset: new BigInt64Array(0) };

/** A row for each partition: its name, quoted if it contains a comma, and a number. */
function csv(name: string, columns: Parameters<typeof labelOf>[0], values: BigInt64Array): string {
  const rows = Array.from(values, (value, row) => {
    const label = labelOf(columns, row);
    return `${label.includes(",") ? `"${label}"` : label},${value}`;
  });
  return `${[`partition,${name}`, ...rows].join("\n")}\n`;
}

/**
 * Exchanges both headers: an open second header is displayed, with this one as its second; otherwise the texts are
 * exchanged. Resets the stated encoding, which was that of the other text.
 */
function swapHeaders(): void {
  const { current } = get();
  if (!current) return;
  const { text, other } = current.given;
  const open = headers().find((header) => header !== current && header.given.text === other);
  if (open && current.origin.from !== "page") {
    show(open);
    open.change({ other: text }, false);
  } else current.change({ text: other, other: text, encoding: null }, false);
}

/** The headers that are open. */
const headers = (): Header[] => openItems().items.filter((item): item is Header => item.format === FORMAT);
