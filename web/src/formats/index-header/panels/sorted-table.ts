import { count } from "@tagview/charts";
import { type Text, textKey } from "@tagview/engine";
import { csvOf } from "../../../ui/csv";
import { h, setAttribute, setText } from "../../../ui/dom";
import { scrolledTable } from "../../../ui/scrolled-table";
import { virtualRows } from "../../../ui/virtual-rows";
import { shown } from "../block";
import { chooseName } from "../state";
import { about, type PanelId, saveButton } from "./panel-tools";

/** A column; the first one has the names. */
export interface Column<Row> {
  title: string;
  key: (row: Row) => number | string;
  /** The number in CSV; that of `key` by default. */
  csv?: (row: Row) => number | null;
  show: (row: Row) => string;
}

/** A column of names or words, shown as they are sorted. */
export function textColumn<Row>(title: string, text: (row: Row) => string): Column<Row> {
  return { title, key: text, show: text };
}

/** A column of numbers; an unknown one is a dash. */
export function numberColumn<Row>(
  title: string,
  value: (row: Row) => number | null,
  show: (value: number) => string = count,
): Column<Row> {
  const text = (number: number | null): string => (number === null ? "–" : show(number));
  return { title, key: (row) => value(row) ?? -1, csv: value, show: (row) => text(value(row)) };
}

export interface SortedTable<Row> {
  /** The search box, with the number of matches beside the heading. */
  search: HTMLInputElement;
  found: HTMLElement;
  /** The search box, and the buttons to save the rows and to explain the columns. */
  tools: readonly HTMLElement[];
  scroller: HTMLElement;
  /** Shows other rows, all of them, or those that `search` finds. */
  fill(rows: readonly Row[], search?: string): void;
  mark(name: Text | null): void;
}

/**
 * A table of label names, sorted by any column and searched by name; a click on a name shows its values. Initially
 * sorted by column `sortedBy`, descending. `onSearch` is called with the typed text.
 */
export function sortedTable<Row extends { name: Text | null }>(
  id: PanelId,
  caption: string,
  columns: readonly Column<Row>[],
  sortedBy: number,
  onSearch: (text: string) => void = () => {},
): SortedTable<Row> {
  let all: readonly Row[] = [];
  let rows: readonly Row[] = [];
  let sort = { by: sortedBy, down: true };
  let marked: string | null = null;
  const keyOf = ({ name }: Row): string | null => (name === null ? null : textKey(name));
  const search = h("input", {
    type: "search",
    class: "search",
    placeholder: "search",
    "aria-label": `Search ${caption.toLowerCase()}`,
    oninput: () => {
      arrange();
      onSearch(search.value);
    },
  });
  const found = h("span", { class: "faint" });
  const csv = (): string =>
    csvOf([
      columns.map(({ title }) => title),
      ...rows.map((row) => columns.map(({ key, csv }) => (csv ?? key)(row))),
    ]);
  const titles = columns.map(({ title }, by) =>
    h("button", { class: "sort", onclick: () => sortBy(by) }, title),
  );
  const { scroller, table, head } = scrolledTable({ kind: `names ${id}`, caption, titles });
  const virtual = virtualRows(scroller, table, (place) => {
    const row = rows[place] as Row;
    const [name = "", ...others] = columns.map(({ show }) => show(row));
    const key = keyOf(row);
    const button = h("button", { class: "name", title: name, onclick: () => chooseName(row.name) }, name);
    return h(
      "tr",
      { class: key !== null && key === marked ? "chosen" : "", "data-name": key },
      h("th", { scope: "row" }, button),
      ...others.map((text) => h("td", {}, text)),
    );
  });

  function sortBy(by: number): void {
    sort = { by, down: sort.by === by ? !sort.down : by > 0 };
    arrange();
  }

  function arrange(): void {
    const wanted = search.value.toLowerCase();
    const key = columns[sort.by]?.key ?? (() => 0);
    const sign = sort.down ? -1 : 1;
    // Sorting keeps the order of rows with equal keys.
    rows = all
      .filter(({ name }) => shown(name).toLowerCase().includes(wanted))
      .sort((a, b) => {
        const [x, y] = [key(a), key(b)];
        return x < y ? -sign : x > y ? sign : 0;
      });
    [...head.children].forEach((cell, index) => {
      setAttribute(cell, "aria-sort", index === sort.by ? (sort.down ? "descending" : "ascending") : "none");
    });
    setText(found, wanted === "" ? "" : `${count(rows.length)} of ${count(all.length)}`);
    virtual.show(rows.length);
  }

  return {
    search,
    found,
    tools: [search, saveButton(id, csv), about(id, caption)],
    scroller,
    fill: (given, wanted = "") => {
      all = given;
      search.value = wanted;
      arrange();
    },
    mark: (name) => {
      marked = name === null ? null : textKey(name);
      for (const row of table.querySelectorAll("tbody tr:not(.blank)")) {
        row.classList.toggle("chosen", marked !== null && row.getAttribute("data-name") === marked);
      }
    },
  };
}
