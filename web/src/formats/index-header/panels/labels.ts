import { count, percent, si } from "@tagview/charts";
import type { LabelSummary } from "@tagview/engine";
import type { Panel } from "../../../app/panel";
import { h, setAttribute, setText } from "../../../ui/dom";
import { virtualRows } from "../../../ui/virtual-rows";
import { type Block, shown, summaryOf } from "../block";
import { get } from "../state";

interface Column {
  title: string;
  /** What rows are sorted by. */
  key: (label: LabelSummary) => number | string;
  show: (label: LabelSummary, all: Totals) => string;
}

interface Totals {
  values: number;
  postings: number;
}

const COLUMNS: readonly Column[] = [
  { title: "label name", key: ({ name }) => shown(name), show: ({ name }) => shown(name) },
  { title: "values", key: ({ values_most }) => values_most, show: valuesText },
  {
    title: "of all",
    key: ({ values_most }) => values_most,
    show: ({ values }, all) =>
      values === null ? "–" : percent(all.values === 0 ? null : values / all.values),
  },
  {
    title: "table",
    key: ({ table_bytes }) => table_bytes ?? 0,
    show: ({ table_bytes }) => bytes(table_bytes),
  },
  {
    title: "postings",
    key: ({ postings_bytes }) => postings_bytes ?? 0,
    show: ({ postings_bytes }) => bytes(postings_bytes),
  },
];

function bytes(n: number | null): string {
  return n === null ? "–" : si(n, "B");
}

function valuesText({ values, values_least, values_most }: LabelSummary): string {
  if (values !== null || values_least === values_most) return count(values_most);
  return `${count(values_least)} to ${count(values_most)}`;
}

/** The label names in a table that is sorted by any column and searched by name. */
export function labelsPanel(): Panel<Block> & { focus(): void } {
  let all: readonly LabelSummary[] = [];
  let rows: readonly LabelSummary[] = [];
  let totals: Totals = { values: 0, postings: 0 };
  let sort = { by: 1, down: true };
  const search = h("input", {
    type: "search",
    class: "search",
    placeholder: "search",
    "aria-label": "Search label names",
    oninput: () => arrange(),
  });
  const found = h("span", { class: "faint" });
  const head = h(
    "tr",
    {},
    ...COLUMNS.map(({ title }, by) =>
      h(
        "th",
        { scope: "col" },
        h("button", { type: "button", class: "sort", onclick: () => sortBy(by) }, title),
      ),
    ),
  );
  const table = h(
    "table",
    { class: "labels" },
    h("caption", { class: "unseen" }, "Labels"),
    h("thead", {}, head),
  );
  const scroller = h(
    "div",
    { class: "scroller", tabindex: 0, role: "region", "aria-label": "Labels" },
    table,
  );
  const root = h(
    "section",
    { class: "panel table-panel labels-panel" },
    h(
      "div",
      { class: "panel-head" },
      h("h2", {}, "Label names"),
      found,
      h("div", { class: "tools" }, search),
    ),
    scroller,
  );
  const virtual = virtualRows(scroller, table, (place) => {
    const label = rows[place] as LabelSummary;
    const [name, ...others] = COLUMNS.map(({ show }) => show(label, totals));
    const chosen = get().current?.chosen?.label === label;
    return h(
      "tr",
      { class: chosen ? "chosen" : "", "data-label": label.label },
      h(
        "th",
        { scope: "row" },
        h(
          "button",
          { type: "button", class: "name", title: name, onclick: () => get().current?.choose(label) },
          name,
        ),
      ),
      ...others.map((text) => h("td", {}, text)),
    );
  });

  function sortBy(by: number): void {
    sort = { by, down: sort.by === by ? !sort.down : by > 0 };
    arrange();
  }

  function arrange(): void {
    const wanted = search.value.toLowerCase();
    const { key } = COLUMNS[sort.by] as Column;
    const sign = sort.down ? -1 : 1;
    rows = all
      .filter(({ name }) => shown(name).toLowerCase().includes(wanted))
      .sort((a, b) => {
        const [x, y] = [key(a), key(b)];
        return x < y ? -sign : x > y ? sign : a.label - b.label;
      });
    [...head.children].forEach((cell, index) => {
      setAttribute(cell, "aria-sort", index === sort.by ? (sort.down ? "descending" : "ascending") : "none");
    });
    setText(found, wanted === "" ? "" : `${count(rows.length)} of ${count(all.length)}`);
    virtual.show(rows.length);
  }

  return {
    root,
    focus: () => search.focus(),
    render: (block, changed) => {
      const summary = summaryOf(block);
      if (!changed(block, summary)) {
        for (const row of table.querySelectorAll("tbody tr[data-label]")) {
          const is = row.getAttribute("data-label") === String(block.chosen?.label.label);
          row.classList.toggle("chosen", is);
        }
        return;
      }
      all = summary?.labels ?? [];
      totals = { values: summary?.label_values ?? 0, postings: summary?.postings_bytes ?? 0 };
      search.value = "";
      arrange();
    },
  };
}
