import { h } from "./dom";

interface TableParts {
  /** Class of the table. */
  kind?: string;
  /** For screen readers. */
  caption: string;
  /** Name of the scroller; the caption by default. */
  label?: string;
  titles?: readonly (string | Node)[];
  body?: HTMLElement;
}

/** A table in an element that scrolls, with its row of headings. */
export function scrolledTable({ kind, caption, label = caption, titles = [], body }: TableParts): {
  scroller: HTMLElement;
  table: HTMLTableElement;
  head: HTMLElement;
} {
  const head = h("tr", {}, ...titles.map((title) => h("th", { scope: "col" }, title)));
  const table = h(
    "table",
    { class: kind },
    h("caption", { class: "unseen" }, caption),
    h("thead", {}, head),
    body,
  );
  const scroller = h("div", { class: "scroller", tabindex: 0, role: "group", "aria-label": label }, table);
  return { scroller, table, head };
}
