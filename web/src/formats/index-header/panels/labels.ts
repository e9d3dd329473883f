import { untracked } from "@preact/signals-core";
import { count, percent } from "@tagview/charts";
import type { LabelSummary } from "@tagview/engine";
import type { Panel } from "../../../app/panel";
import { h } from "../../../ui/dom";
import { panelHead } from "../../../ui/panel-head";
import { drawing } from "../../../ui/signals";
import { type Block, bytes, shown, summaryOf } from "../block";
import { get } from "../state";
import { numberColumn, sortedTable, textColumn } from "./sorted-table";

function valuesText({ values, values_least, values_most }: LabelSummary): string {
  if (values !== null || values_least === values_most) return count(values_most);
  return `${count(values_least)} to ${count(values_most)}`;
}

/** The label names of a file. */
export function labelsPanel(): Panel<Block> {
  let all = 0;
  const table = sortedTable<LabelSummary>(
    "labels",
    "Label names",
    [
      textColumn("label name", ({ name }) => shown(name)),
      {
        title: "values",
        key: ({ values_most }) => values_most,
        csv: ({ values }) => values,
        show: valuesText,
      },
      {
        title: "of all",
        key: ({ values_most }) => values_most,
        csv: ({ values }) => (values === null || all === 0 ? null : values / all),
        show: ({ values }) => (values === null ? "–" : percent(all === 0 ? null : values / all)),
      },
      numberColumn("series", ({ series }) => series),
      numberColumn("table", ({ table_bytes }) => table_bytes, bytes),
      numberColumn("postings", ({ postings_bytes }) => postings_bytes, bytes),
    ],
    1,
    (names) => {
      const { current } = get();
      if (current) current.view = { ...current.view, names };
    },
  );
  const fill = drawing(() => {
    const { current } = get();
    const summary = current && summaryOf(current);
    all = summary?.label_values ?? 0;
    table.fill(
      [...(summary?.labels ?? [])],
      untracked(() => current?.view.names),
    );
  });
  const root = h(
    "section",
    { class: "panel table-panel labels-panel" },
    panelHead("Label names", [table.found], table.tools),
    h("p", { class: "lead" }, "Label names by their number of values. Click one to see them."),
    table.scroller,
  );
  return {
    root,
    render: (block) => {
      fill();
      table.search.value = block.view.names;
      table.mark(block.chosen?.label.name ?? null);
    },
  };
}
