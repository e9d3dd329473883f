import { count, si } from "@tagview/charts";
import { type ChangedLabel, ChangedLabels, labelChange } from "@tagview/engine";
import type { Panel } from "../../../app/panel";
import { h, setText } from "../../../ui/dom";
import { panelHead } from "../../../ui/panel-head";
import { drawing } from "../../../ui/signals";
import { type Block, shown, summaryOf } from "../block";
import { get } from "../state";
import { type Column, numberColumn, sortedTable, textColumn } from "./sorted-table";

/** The change of a label name as text. */
function fate(label: ChangedLabel): string {
  if (label.only_left) return "gone";
  if (label.only_right) return "new";
  const change = labelChange(label, "values");
  if (change === null) return "not counted";
  return change > 0 ? "grew" : change < 0 ? "shrank" : "";
}

/** A column of changes, sorted by their size; an unknown one is a dash. */
function changeColumn(
  title: string,
  of: Parameters<typeof labelChange>[1],
  show: (change: number) => string = count,
): Column<ChangedLabel> {
  const value = (label: ChangedLabel): number | null => labelChange(label, of);
  const signed = (change: number): string =>
    change === 0 ? "" : `${change > 0 ? "+" : "−"}${show(Math.abs(change))}`;
  return { ...numberColumn(title, value, signed), key: (label) => Math.abs(value(label) ?? 0) };
}

/** The changes from the compared block to the displayed one; without a compared block the panel is hidden. */
export function changesPanel(): Panel<Block> {
  const table = sortedTable<ChangedLabel>(
    "changes",
    "Changes",
    [
      textColumn("label name", ({ name }) => shown(name)),
      numberColumn("then", ({ values }) => values.left),
      numberColumn("now", ({ values }) => values.right),
      changeColumn("change", "values"),
      changeColumn("series", "series"),
      changeColumn("postings", "postings_bytes", (n) => si(n, "B")),
      textColumn("fate", fate),
    ],
    3,
  );
  const title = h("h2");
  const note = h("p", { class: "field-note" });
  const root = h(
    "section",
    { class: "panel table-panel changes-panel", hidden: true },
    panelHead(title, [table.found], table.tools),
    note,
    table.scroller,
  );
  /** Compares the labels of the two blocks, apart from which label is chosen. */
  const fill = drawing(() => {
    const { current, compared: other } = get();
    if (!current || !other || other === current) return;
    const [then, now] = [summaryOf(other), summaryOf(current)];
    const labels = then && now ? new ChangedLabels(then.labels, now.labels) : [];
    const rows: ChangedLabel[] = [];
    for (const label of labels) {
      if (fate(label) !== "" || labelChange(label, "postings_bytes") !== 0) rows.push(label);
    }
    setText(title, `Since ${other.name}`);
    const text =
      other.reading.is === "failed"
        ? other.reading.error
        : then === null || now === null
          ? "Reading …"
          : `${count(rows.length)} of ${count(labels.length)} label names differ; ${count(then.label_values)} values then, ${count(now.label_values)} now.`;
    setText(note, text);
    table.fill(rows);
  });
  return {
    root,
    render: (block) => {
      const { compared } = get();
      const other = compared === block ? null : compared;
      root.hidden = other === null;
      fill();
      table.mark(other && (block.chosen?.label.name ?? null));
    },
  };
}
