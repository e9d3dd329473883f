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
import { csvOf } from "../../../ui/csv";
import { h, quietButton, setText } from "../../../ui/dom";
import { type Figure, type FigureParts, figure } from "../../../ui/figure";
import { reactive } from "../../../ui/signals";
import { type Header, type Known, knownOf } from "../header";
import { labelOf, rowOf } from "../partition";
import { WORDING } from "../sentences";
import { FORMAT, get } from "../state";

const HINT =
  "Zoom: drag, Control and wheel, or plus and minus. Move: arrow keys. Go back: double click, or 0.";

const EXPLAINED = [
  {
    term: "off the scale",
    text: "With 20 or more partitions, the lowest and the highest 1 % may be outliers. If they would make the axis more than ten times longer, the axis covers only the remaining partitions. Outliers are drawn at its edge with their numbers.",
  },
];

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
    root: h("div", { class: "stack header-charts" }, progress.root, offsets.root),
    render: ({ outcome }) => {
      const { result, progress: compared } = knownOf(outcome);
      progress.root.hidden = compared === null;
      // The visible partitions do not carry over to another header.
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

/** The figure of a number for each partition. `extentOf` returns the ends of the axis, `text` the number in words. */
function partitionFigure<C extends Parameters<typeof rowOf>[0]>(
  parts: Pick<FigureParts, "id" | "title" | "lead">,
  zoom: (span: Span) => void,
  columnsNow: () => C | undefined,
  extentOf: (columns: C) => readonly number[],
  text: (columns: C, row: number) => string,
): Figure {
  const panel: Figure = figure({
    ...parts,
    hint: HINT,
    explanation: async () => EXPLAINED,
    gestures: {
      zoom,
      drag: zoom,
      back: () => zoom(null),
      extent: () => {
        const columns = columnsNow();
        const [low, high] = columns && columns.partition.length > 0 ? extentOf(columns) : [];
        return low !== undefined && high !== undefined ? [low, high] : null;
      },
      point: (at) => {
        const columns = columnsNow();
        const row = columns && at !== null ? rowOf(columns, Math.round(at)) : null;
        panel.setReadout(columns && row !== null ? `${labelOf(columns, row)}: ${text(columns, row)}` : null);
      },
    },
  });
  return panel;
}

function offsetsFigure(zoom: (span: Span) => void): Figure {
  return partitionFigure(
    {
      id: "offsets",
      title: "Offset by partition",
      lead: "The offset of each partition; a ring marks an empty one.",
    },
    zoom,
    () => now().result?.columns,
    (columns) => offsetsFrame(columns).x.domain(),
    ({ offset }, row) => count(offset[row] ?? 0n),
  );
}

function progressFigure(zoom: (span: Span) => void): Figure {
  return partitionFigure(
    {
      id: "progress",
      title: "Progress by partition",
      lead: "The progress of each partition from one header to the other. Look for partitions that stand still or fell back.",
    },
    zoom,
    () => now().progress?.diff.columns,
    (columns) => progressFrame(progressIn(columns)).x.domain(),
    ({ lag }, row) => `${count(lag[row] ?? 0n)} further`,
  );
}

/** The changes between two headers as sentences. */
function progressSummary(): { root: HTMLElement; render(diff: OffsetsDiff): void } {
  const order = h("p", { class: "field-note" });
  const swap = quietButton("Swap", swapHeaders);
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
  const data = progressIn(columns);
  panel.draw({
    chart: (size) => progressChart(document, data, { ...size, view }),
    frame: (size) => progressFrame(data, { ...size, view }),
    csv: () => csv("progress", columns, columns.lag),
  });
}

function drawOffsets(panel: Figure, columns: Parameters<typeof offsetsChart>[1], view: Span): void {
  panel.draw({
    chart: (size) => offsetsChart(document, columns, { ...size, view }),
    frame: (size) => offsetsFrame(columns, { ...size, view }),
    csv: () => csv("offset", columns, columns.offset),
  });
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

/** A row for each partition: its name and a number. */
function csv(name: string, columns: Parameters<typeof labelOf>[0], values: BigInt64Array): string {
  const rows = Array.from(values, (value, row) => [labelOf(columns, row), value]);
  return csvOf([["partition", name], ...rows]);
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

const headers = (): Header[] => openItems().items.filter((item): item is Header => item.format === FORMAT);
