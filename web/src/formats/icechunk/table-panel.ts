import { count } from "@tagview/charts";
import type { Panel } from "../../app/panel";
import { h } from "../../ui/dom";
import { entriesIn, explanation } from "../../ui/explanation";
import { panelHead } from "../../ui/panel-head";
import { scrolledTable } from "../../ui/scrolled-table";
import { virtualRows } from "../../ui/virtual-rows";
import type { TableData } from "./tables";

export const entriesOf = entriesIn(() => import("./explanations"));

/** The tables of what is shown; hidden if there are none. */
export function tablesPanel<T>(name: string, tablesOf: (shown: T) => readonly TableData[]): Panel<T> {
  const root = h("div", { class: name });
  return {
    root,
    render: (shown) => {
      const tables = tablesOf(shown);
      root.hidden = tables.length === 0;
      root.replaceChildren(...tables.map(tablePanel));
    },
  };
}

/** A table of strings, of whose rows only those in sight are in the page. */
function tablePanel({ caption, lead, about, columns, rows }: TableData): HTMLElement {
  const { scroller, table } = scrolledTable({ caption, titles: columns });
  const virtual = virtualRows(scroller, table, (place) => {
    const [name = "", ...others] = rows[place] ?? [];
    return h(
      "tr",
      {},
      h("th", { scope: "row", title: name }, name),
      ...others.map((text) => h("td", {}, text)),
    );
  });
  // The number of rows depends on the height of the table, which is known once it is on the page.
  requestAnimationFrame(() => virtual.show(rows.length));
  const number = h("span", { class: "faint" }, count(rows.length));
  const title = panelHead(caption, [number], [explanation(caption, entriesOf(about))]);
  return h("section", { class: "panel table-panel" }, title, h("p", { class: "lead" }, lead), scroller);
}
