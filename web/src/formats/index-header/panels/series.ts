import { count } from "@tagview/charts";
import type { LabelSeries, SeriesStatistics } from "@tagview/engine";
import type { Panel } from "../../../app/panel";
import { h, setText } from "../../../ui/dom";
import { some } from "../../../ui/numbers";
import { panelHead } from "../../../ui/panel-head";
import { sentence } from "../../../ui/sentence";
import { derived, drawing } from "../../../ui/signals";
import { type Block, bytes, shown } from "../block";
import { get } from "../state";
import { rankingList } from "./ranking";
import { numberColumn, sortedTable, textColumn } from "./sorted-table";

/** Maximum number of listed label pairs. */
const PAIRS = 10;

const churnText = (churn: number): string => churn.toFixed(1);

/** Statistics of the series of a full index, once read; hidden for other files. */
export function seriesPanel(): Panel<Block> {
  let shownBlock: Block | null = null;
  const table = sortedTable<LabelSeries>(
    "series",
    "Labels of series",
    [
      textColumn("label name", ({ name }) => shown(name)),
      numberColumn("series", ({ series }) => series),
      numberColumn("differ", ({ differ }) => differ),
      numberColumn("churn", ({ churn }) => churn, churnText),
    ],
    2,
  );
  const start = h("button", { onclick: () => shownBlock?.readSeries() });
  const cancel = h("button", { onclick: () => shownBlock?.stopSeries() }, "Cancel");
  const bar = h("progress", { max: 1, "aria-label": "Reading the series" });
  const note = h("div", { class: "series-note" });
  const root = h(
    "section",
    { class: "panel table-panel series-panel", hidden: true },
    panelHead("Series", [table.found], [bar, cancel, start, ...table.tools]),
    note,
    table.scroller,
  );
  /** The state of reading, without its progress. */
  const seriesNow = derived(
    () => get().current?.series ?? null,
    (a, b) => a?.is === "reading" && b?.is === "reading",
  );
  const fill = drawing(() => {
    const series = seriesNow();
    if (series === null) return;
    if (series.is === "unread") setText(start, `Read ${bytes(series.bytes)}`);
    if (series.is === "failed") setText(start, "Read again");
    note.replaceChildren(...describe({ series }));
    table.fill(series.is === "read" ? series.statistics.labels : []);
  });
  return {
    root,
    render: (block) => {
      const { series } = block;
      shownBlock = block;
      root.hidden = series.is === "none";
      bar.hidden = cancel.hidden = series.is !== "reading";
      start.hidden = series.is !== "unread" && series.is !== "failed";
      for (const tool of table.tools) tool.hidden = series.is !== "read";
      if (series.is === "reading") bar.value = series.done;
      fill();
      table.mark(block.chosen?.label.name ?? null);
    },
  };
}

function describe({ series }: Pick<Block, "series">): HTMLElement[] {
  if (series.is === "failed") return [h("p", { class: "field-error" }, series.error)];
  if (series.is === "read") return [...facts(series.statistics), ...churning(series.statistics)];
  return [
    h(
      "p",
      { class: "field-note" },
      "For each label: how many series have it, how often its value differs between neighbours, and how many series do not last.",
    ),
  ];
}

function facts(statistics: SeriesStatistics): HTMLElement[] {
  const { series, empty_series, chunks, label_pairs, min_time, max_time, remarks, findings } = statistics;
  const parts = [
    `${count(series)} series`,
    ...(empty_series === 0 ? [] : [`${count(empty_series)} without a chunk`]),
    `${count(chunks)} chunks`,
    `${count(label_pairs)} label pairs`,
    ...(min_time === null || max_time === null ? [] : [`${time(min_time)} to ${time(max_time)}`]),
  ];
  return [
    h("p", {}, parts.join(" · ")),
    ...remarks.map(({ message }) => h("p", { class: "field-note" }, sentence({ message, offset: null }))),
    ...(findings.length === 0
      ? []
      : [h("p", { class: "field-error" }, `${some(findings.length, "finding")}, listed with the file.`)]),
  ];
}

function time(milliseconds: bigint): string {
  const date = new Date(Number(milliseconds));
  if (Number.isNaN(date.getTime())) return `${milliseconds} ms`;
  return date
    .toISOString()
    .replace("T", " ")
    .replace(/\.\d+Z$/u, " UTC");
}

/** The label pairs whose series do not last. */
function churning({ churning }: SeriesStatistics): HTMLElement[] {
  const pairs = churning.filter(({ churn }) => churn !== null && churn >= 1).slice(0, PAIRS);
  if (pairs.length === 0) return [];
  const ranked = pairs.map(({ name, value, series, churn }) => ({
    name: shown(name),
    value: shown(value),
    size: `${churnText(churn ?? 0)} of ${count(series)}`,
  }));
  return [
    h(
      "details",
      {},
      h("summary", {}, "Label pairs with the most churn: time without data, summed over series"),
      rankingList(ranked),
    ),
  ];
}
