import { count } from "@tagview/charts";
import { h, setAttribute } from "../dom";
import type { Entry } from "../header";

/** Rows put into the page at a time: ten thousand partitions must not make it wait. */
const PAGE = 500;

type Key = "partition" | "offset";

/** The partitions as a table, sorted by either column; more rows come as it is scrolled. */
export function partitionTable(): { root: HTMLElement; render: (partitions: readonly Entry[]) => void } {
  let rows: Entry[] = [];
  let sort: { key: Key; down: boolean } = { key: "partition", down: false };
  let shown = 0;
  const body = h("tbody");
  const heads = new Map<Key, HTMLTableCellElement>();
  for (const key of ["partition", "offset"] as const) {
    heads.set(
      key,
      h("th", { scope: "col" }, h("button", { type: "button", class: "sort", onclick: () => by(key) }, key)),
    );
  }
  const scroller = h(
    "div",
    {
      class: "scroller",
      tabindex: 0,
      role: "region",
      "aria-labelledby": "partitions-title",
      onscroll: () => {
        if (scroller.scrollTop + scroller.clientHeight > scroller.scrollHeight - 200) more();
      },
    },
    h(
      "table",
      { class: "partitions" },
      h("caption", { class: "unseen" }, "Partitions"),
      h("thead", {}, h("tr", {}, ...heads.values())),
      body,
    ),
  );
  const root = h(
    "section",
    { class: "panel table-panel partition-panel", "aria-labelledby": "partitions-title" },
    h("div", { class: "panel-head" }, h("h2", { id: "partitions-title" }, "Partitions")),
    scroller,
  );

  function by(key: Key): void {
    sort = { key, down: sort.key === key ? !sort.down : false };
    arrange();
  }

  function arrange(): void {
    const { key, down } = sort;
    const sign = down ? -1 : 1;
    rows.sort((a, b) =>
      a[key] < b[key] ? -sign : a[key] > b[key] ? sign : a.partition < b.partition ? -1 : 1,
    );
    for (const [name, head] of heads) {
      setAttribute(head, "aria-sort", name === key ? (down ? "descending" : "ascending") : "none");
    }
    body.replaceChildren();
    shown = 0;
    more();
  }

  function more(): void {
    const next = rows.slice(shown, shown + PAGE);
    shown += next.length;
    body.append(
      ...next.map(({ label, offset }) =>
        h(
          "tr",
          {},
          h("th", { scope: "row", class: "partition" }, label),
          h("td", {}, offset < 0n ? h("span", { class: "faint" }, "empty (-1)") : count(offset)),
        ),
      ),
    );
  }

  return {
    root,
    render: (partitions) => {
      rows = [...partitions];
      arrange();
    },
  };
}
