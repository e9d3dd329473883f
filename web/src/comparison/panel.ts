import "./style.css";
import { comparisonChart, count, si } from "@tagview/charts";
import { COMPARED_FORMATS, type ComparedRow, type ComparedSelection, paretoFront } from "@tagview/engine";
import type { Panel } from "../app/panel";
import { h, setText, showText } from "../ui/dom";
import { bytes } from "../ui/numbers";
import { scrolledTable } from "../ui/scrolled-table";
import { sentence } from "../ui/sentence";
import { change, reactive } from "../ui/signals";
import { begin, type ComparedFile, type Comparing, cancel, comparingOf, itemsOf, rowsOf } from "./comparing";
import { hasMore, offerText } from "./offer";

/** The items of a file that are compared. */
export interface ComparedThings {
  /** Plural name of the items: "tags". */
  many: string;
  /** One of them: "one tag". */
  one: string;
  /** Number of formats as a word: "ten". */
  formats: string;
  /** The compared ones, up to the maximum number. */
  all: ComparedSelection;
  /** Number of items of the displayed file; null before it is known. */
  total: () => number | null;
}

/**
 * The sizes of a file's items in other formats: a scatter of size and decode time, and a table, both filled row by row.
 * Draws nothing without a file.
 */
export function comparisonBody(things: ComparedThings): Panel<ComparedFile | null> {
  const { many, one, all: everything } = things;
  let shown: ComparedFile | null = null;
  const size = reactive({ width: 0, height: 0 });
  let drawing = 0;
  const table = rowsTable(one);
  const all = h("input", { type: "checkbox" });
  const everyOne = h("label", {}, all, ` all ${many}`);
  const start = h("button", { onclick: () => compare() }, "Compare");
  const stop = h("button", { onclick: () => end() }, "Cancel");
  const bar = h("progress", { max: 1, "aria-label": "Comparing formats" });
  const note = h("p", { class: "field-note" });
  const failed = h("p", { class: "field-error", role: "alert", hidden: true });
  const chart = h("div", { class: "chart" });
  const plot = h("div", { class: "comparison-plot" }, chart);
  const parts = h("div", { class: "comparison-parts" }, plot, table.root);
  const root = h(
    "div",
    { class: "comparison-body" },
    h("div", { class: "comparison-do" }, start, stop, everyOne, bar, note),
    failed,
    parts,
  );
  new ResizeObserver(([entry]) => {
    const { width = 0, height = 0 } = entry?.contentRect ?? {};
    change(size, { width: Math.floor(width), height: Math.floor(height) });
  }).observe(plot);

  function compare(): void {
    if (shown) void begin(shown, all.checked ? everything : {});
  }
  function end(): void {
    if (shown) cancel(shown);
  }

  return {
    root,
    render: (file) => {
      shown = file;
      if (!file) return;
      const comparing = comparingOf(file);
      const rows = rowsOf(comparing);
      const { width, height } = size;
      const isRunning = comparing.is === "running";
      start.hidden = isRunning;
      stop.hidden = bar.hidden = !isRunning;
      all.disabled = isRunning;
      everyOne.hidden = !hasMore(things.total());
      setText(start, comparing.is === "idle" ? "Compare" : "Compare again");
      bar.value = rows.length / (itemsOf(comparing)?.rows || 1);
      setText(note, describe(comparing, things));
      showText(failed, problem(comparing));
      parts.hidden = rows.length === 0;
      if (rows.length === 0) return;
      const front = paretoFront(rows);
      table.render(rows, front);
      if (width === 0) return;
      const costs = costsOf(rows, front);
      const options = { formats: COMPARED_FORMATS, width, height, subject: file.name };
      // Drawn in a separate frame: together with the table it would exceed the time of one frame.
      cancelAnimationFrame(drawing);
      drawing = requestAnimationFrame(() => {
        chart.replaceChildren(comparisonChart(document, costs, options));
      });
    },
  };
}

/** The costs of each format, as the chart expects them. */
function costsOf(
  rows: readonly ComparedRow[],
  front: ReadonlySet<ComparedRow>,
): Parameters<typeof comparisonChart>[1] {
  return rows.map((row) => ({
    format: row.format,
    compression: compressionOf(row),
    bytes: row.bytes,
    decode: row.decode_ms / 1000,
    isOnFront: front.has(row),
  }));
}

/** Describes the compared items and the marks. */
function describe(comparing: Comparing, things: ComparedThings): string {
  const { many, total } = things;
  const items = itemsOf(comparing);
  if (comparing.is === "running" && items === null) return "Reading …";
  if (items === null) {
    return offerText(things, total());
  }
  const number = items.tags ?? items.references ?? 0;
  if (number === 0) return `There are no ${many} to compare.`;
  const which = `${items.sampled ? "The first" : "All"} ${count(number)} ${many}.`;
  const end = comparing.is === "stopped" && comparing.why === null ? " Cancelled." : "";
  return `${which}${end} Marked: no other is both smaller and faster to decode.`;
}

interface RowsTable {
  root: HTMLElement;
  /** Inserts new rows among the existing ones, to limit layout work. */
  render(rows: readonly ComparedRow[], front: ReadonlySet<ComparedRow>): void;
}

/** The table of formats by size; `one` is the name of one item, for the column of single reads. */
function rowsTable(one: string): RowsTable {
  const drawn = new Map<ComparedRow, HTMLElement>();
  const body = h("tbody", {});
  const { scroller } = scrolledTable({
    kind: "comparison-table",
    caption: "Formats, the smallest first; those on the Pareto front are marked",
    label: "Formats by size",
    titles: ["format", "size", "ratio", "encode", "decode", one],
    body,
  });
  return {
    root: scroller,
    render: (rows, front) => {
      if (rows[0] !== undefined && !drawn.has(rows[0])) {
        drawn.clear();
        body.replaceChildren();
      }
      let after: Element | null = null;
      for (const row of [...rows].sort((a, b) => a.bytes - b.bytes)) {
        const line = drawn.get(row) ?? tableRow(row);
        drawn.set(row, line);
        line.classList.toggle("on-front", front.has(row));
        const mark = line.querySelector<HTMLElement>(".unseen");
        if (mark) mark.hidden = !front.has(row);
        if (line.previousElementSibling !== after || !line.isConnected) {
          if (after === null) body.prepend(line);
          else after.after(line);
        }
        after = line;
      }
    },
  };
}

function problem(comparing: Comparing): string | null {
  if (comparing.is === "stopped" && comparing.why !== null) return comparing.why;
  const error = itemsOf(comparing)?.error ?? null;
  return error === null ? null : sentence(error);
}

function compressionOf({ compression, level }: ComparedRow): string | null {
  return compression === null || level === null ? compression : `${compression} ${level}`;
}

function tableRow(row: ComparedRow): HTMLElement {
  const compression = compressionOf(row);
  const name = compression === null ? row.format : `${row.format} + ${compression}`;
  const time = (ms: number): string => si(ms / 1000, "s");
  return h(
    "tr",
    {},
    h("th", { scope: "row" }, name, h("span", { class: "unseen" }, " on the Pareto front")),
    h("td", { title: `${count(row.bytes)} bytes` }, bytes(row.bytes)),
    h("td", {}, row.ratio.toFixed(2)),
    ...[row.encode_ms, row.decode_ms, row.access_ms].map((ms) => h("td", {}, time(ms))),
  );
}
