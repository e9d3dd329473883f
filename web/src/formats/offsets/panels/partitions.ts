import { count } from "@tagview/charts";
import type { OffsetsColumns, OffsetsDiff } from "@tagview/engine";
import type { Panel } from "../../../app/panel";
import { h, replaceKeepingFocus, setAttribute, setText } from "../../../ui/dom";
import { scrolledTable } from "../../../ui/scrolled-table";
import { virtualRows } from "../../../ui/virtual-rows";
import { type Header, type Known, knownOf } from "../header";
import { labelOf } from "../partition";

/** A column of numbers, one for each row. */
interface Column {
  name: string;
  values: BigInt64Array;
  show: (value: bigint) => Node | string;
}

interface Table {
  title: string;
  label: (row: number) => string;
  /** The first one has the partitions, in whose order the rows stand. */
  columns: Column[];
  sort: { by: number; down: boolean };
  /** Whether a click on a column other than the first sorts it with its greatest number first. */
  downFirst: boolean;
}

const NONE = { partition: new BigInt64Array(0), offset: new BigInt64Array(0) };

const empty = (): Node => h("span", { class: "faint" }, "empty (-1)");
const offsetCell = (value: bigint): Node | string => (value === -1n ? empty() : count(value));
const progressCell = (value: bigint): Node | string => {
  if (value > 0n) return count(value);
  return h("span", { class: value < 0n ? "backwards" : "faint" }, count(value));
};

/** The table of one header. */
function ofHeader(columns: OffsetsColumns): Table {
  return {
    title: "Partitions",
    label: (row) => labelOf(columns, row),
    columns: [
      { name: "partition", values: columns.partition, show: count },
      { name: "offset", values: columns.offset, show: offsetCell },
    ],
    sort: { by: 0, down: false },
    downFirst: false,
  };
}

/**
 * The table of two headers: partitions that went backwards until the second one first, else the one that moved furthest.
 */
function ofDiff({ columns, max_lag, fell_back }: OffsetsDiff): Table {
  const fell = max_lag !== null && max_lag > 0n && fell_back.length > 0;
  return {
    title: fell ? "Progress, backwards first" : "Progress, furthest first",
    label: (row) => labelOf(columns, row),
    columns: [
      { name: "partition", values: columns.partition, show: count },
      { name: "progress", values: columns.lag, show: progressCell },
      { name: "this", values: columns.left, show: offsetCell },
      { name: "second", values: columns.right, show: offsetCell },
    ],
    sort: { by: 1, down: !fell },
    downFirst: true,
  };
}

/** The partitions in a table that is sorted by any column; only the rows in sight are in the page. */
export function partitionsPanel(): Panel<Header> {
  let shown: Table = {
    title: "Partitions",
    label: () => "",
    columns: [],
    sort: { by: 0, down: false },
    downFirst: false,
  };
  let drawn: Pick<Known, "result" | "progress"> = { result: null, progress: null };
  let order: Uint32Array = new Uint32Array(0);
  const { scroller, table, head } = scrolledTable({ kind: "partitions", caption: "Partitions" });
  const title = h("h2", { id: "partitions-title" }, "Partitions");
  const root = h(
    "section",
    { class: "panel table-panel partition-panel", "aria-labelledby": "partitions-title" },
    h("div", { class: "panel-head" }, title),
    h("p", { class: "lead" }, "Click the head of a column to sort by it."),
    scroller,
  );
  const rows = virtualRows(scroller, table, (place) => {
    const row = order[place] ?? 0;
    const [, ...others] = shown.columns;
    return h(
      "tr",
      {},
      h("th", { scope: "row", class: "partition" }, shown.label(row)),
      ...others.map(({ values, show }) => h("td", {}, show(values[row] ?? 0n))),
    );
  });

  function by(column: number): void {
    const { sort, downFirst } = shown;
    const down = sort.by === column ? !sort.down : downFirst && column > 0;
    shown = { ...shown, sort: { by: column, down } };
    arrange();
  }

  function arrange(): void {
    const { columns, sort } = shown;
    const values = columns[sort.by]?.values ?? new BigInt64Array(0);
    order = sorted(values, sort.down);
    [...head.children].forEach((cell, index) => {
      setAttribute(cell, "aria-sort", index === sort.by ? (sort.down ? "descending" : "ascending") : "none");
    });
    rows.show(values.length);
  }

  return {
    root,
    render: ({ outcome }) => {
      const { result, progress } = knownOf(outcome);
      // Lengths of encodings are added to the same result.
      if (result === drawn.result && progress === drawn.progress) return;
      drawn = { result, progress };
      const next = progress ? ofDiff(progress.diff) : ofHeader(result?.columns ?? NONE);
      shown = next;
      setText(title, next.title);
      table.classList.toggle("wide", next.columns.length > 2);
      replaceKeepingFocus(
        head,
        ...next.columns.map(({ name }, column) =>
          h("th", { scope: "col" }, h("button", { class: "sort", onclick: () => by(column) }, name)),
        ),
      );
      arrange();
    },
  };
}

/** Row numbers in the order of the rows' values; rows of equal values stay in their order. */
function sorted(values: BigInt64Array, down: boolean): Uint32Array {
  const order = Uint32Array.from(values, (_, index) => index);
  const sign = down ? -1 : 1;
  return order.sort((a, b) => {
    const [x, y] = [values[a] ?? 0n, values[b] ?? 0n];
    return x < y ? -sign : x > y ? sign : a - b;
  });
}
