import { count, si } from "@tagview/charts";
import { type ChangedLabel, ChangedLabels, labelChange } from "@tagview/engine";
import type { Panel } from "../../../app/panel";
import { h, setText } from "../../../ui/dom";
import { drawing } from "../../../ui/signals";
import { type Block, shown, summaryOf } from "../block";
import { get } from "../state";
import { sortedTable } from "./sorted-table";

/** The change of a label name as text. */
function fate(label: ChangedLabel): string {
  if (label.only_left) return "gone";
  if (label.only_right) return "new";
  const change = labelChange(label, "values");
  if (change === null) return "not counted";
  return change > 0 ? "grew" : change < 0 ? "shrank" : "";
}

function signed(change: number | null, show: (n: number) => string): string {
  if (change === null) return "–";
  return change === 0 ? "" : `${change > 0 ? "+" : "−"}${show(Math.abs(change))}`;
}

/** The changes from the compared block to the displayed one; without a compared block the panel is hidden. */
export function changesPanel(): Panel<Block> {
  const table = sortedTable<ChangedLabel>(
    "changes",
    "Changes",
    [
      { title: "label name", key: ({ name }) => shown(name), show: ({ name }) => shown(name) },
      {
        title: "then",
        key: ({ values }) => values.left ?? -1,
        csv: ({ values }) => values.left,
        show: ({ values }) => (values.left === null ? "–" : count(values.left)),
      },
      {
        title: "now",
        key: ({ values }) => values.right ?? -1,
        csv: ({ values }) => values.right,
        show: ({ values }) => (values.right === null ? "–" : count(values.right)),
      },
      {
        title: "change",
        key: (label) => Math.abs(labelChange(label, "values") ?? 0),
        csv: (label) => labelChange(label, "values"),
        show: (label) => signed(labelChange(label, "values"), count),
      },
      {
        title: "series",
        key: (label) => Math.abs(labelChange(label, "series") ?? 0),
        csv: (label) => labelChange(label, "series"),
        show: (label) => signed(labelChange(label, "series"), count),
      },
      {
        title: "postings",
        key: (label) => Math.abs(labelChange(label, "postings_bytes") ?? 0),
        csv: (label) => labelChange(label, "postings_bytes"),
        show: (label) => signed(labelChange(label, "postings_bytes"), (n) => si(n, "B")),
      },
      { title: "fate", key: fate, show: fate },
    ],
    3,
  );
  const title = h("h2");
  const note = h("p", { class: "field-note" });
  const root = h(
    "section",
    { class: "panel table-panel changes-panel", hidden: true },
    h("div", { class: "panel-head" }, title, table.found, h("div", { class: "tools" }, ...table.tools)),
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
