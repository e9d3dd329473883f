import { untracked } from "@preact/signals-core";
import { count, si } from "@tagview/charts";
import type { LabelValues } from "@tagview/engine";
import type { Panel } from "../../../app/panel";
import { csvOf } from "../../../ui/csv";
import { h, setText, showText } from "../../../ui/dom";
import { panelHead } from "../../../ui/panel-head";
import { scrolledTable } from "../../../ui/scrolled-table";
import { virtualRows } from "../../../ui/virtual-rows";
import { type Block, seriesIn, shown } from "../block";
import { get } from "../state";
import { about, saveButton } from "./panel-tools";
import { searchPlaces } from "./search-places";

/** Maximum number of visible characters of a value. */
const LONGEST = 300;
/** Every which value is kept by Mimir's store-gateway, and marked here. */
const SAMPLING = 32;

/** The values of the chosen label, filtered as typed, each with its series and the size of its postings as a bar. */
export function valuesPanel(): Panel<Block> {
  let values: LabelValues | null = null;
  /** Bytes of each value's postings. */
  let sizes = new Float64Array(0);
  /** Whether these are all values, with known postings. */
  let isWhole = true;
  let most = 1;
  /** Places of the values that pass the filter, among those searched so far. */
  let passing: Uint32Array = new Uint32Array(0);
  /** The search text of the filtered values; null while a search runs. */
  let filtered: string | null = null;
  let stop = (): void => {};
  const title = h("h2", {}, "Values");
  const found = h("span", { class: "faint" });
  const note = h("p", { class: "field-note" });
  const filter = h("input", {
    type: "search",
    class: "search",
    placeholder: "filter",
    "aria-label": "Filter values",
    oninput: () => {
      const { current } = get();
      if (current) current.view = { ...current.view, values: filter.value };
      pass();
    },
  });
  const bars = h("span", { title: "Share of the largest value of this table" }, "of largest");
  const titles = ["value", "series", "postings", bars];
  const { scroller, table } = scrolledTable({ kind: "values", caption: "Values", titles });
  const root = h(
    "section",
    { class: "panel table-panel values-panel" },
    panelHead(title, [found], [filter, saveButton("values", csv), about("values", "Values")]),
    h("p", { class: "lead" }, "Values, their number of series, and the size of the list of these."),
    note,
    scroller,
  );

  function csv(): string {
    const rows = Array.from(passing, (k) => {
      const size = sizes[k] ?? 0;
      return [textAt(k), ...(isWhole ? [seriesIn(size), size] : [null, null])];
    });
    return csvOf([["value", "series", "postings_bytes"], ...rows]);
  }

  const textAt = (k: number): string => shown(values?.values[k] ?? null);
  const rows = virtualRows(scroller, table, (place) => {
    const k = passing[place] ?? 0;
    const size = sizes[k] ?? 0;
    const isSample = isWhole && (k % SAMPLING === 0 || k === sizes.length - 1);
    const bar = h("span");
    bar.style.width = `${((100 * size) / most).toFixed(1)}%`;
    const range = `bytes ${count(values?.start[k] ?? 0n)} to ${count(values?.end[k] ?? 0n)} of the index`;
    return h(
      "tr",
      { class: isSample ? "sample" : "", title: isSample ? `${range}; a sparse header keeps it` : range },
      h("th", { scope: "row" }, textAt(k).slice(0, LONGEST)),
      h("td", {}, isWhole ? count(seriesIn(size)) : "–"),
      h("td", {}, isWhole ? si(size, "B") : "–"),
      h("td", { class: "extent" }, bar),
    );
  });

  /** Finds the values that pass; one more letter is searched for only in those that passed before. */
  function pass(): void {
    stop();
    const wanted = filter.value;
    const among = filtered && wanted.startsWith(filtered) ? passing : null;
    filtered = null;
    let isFirst = true;
    stop = searchPlaces(
      sizes.length,
      among,
      (k) => wanted === "" || textAt(k).includes(wanted),
      (places, isAll) => {
        passing = places;
        const n = count(places.length);
        if (!isAll) setText(found, `${n} …`);
        else setText(found, wanted === "" ? n : `${n} of ${count(sizes.length)}`);
        if (isFirst) rows.show(places.length);
        else rows.grow(places.length);
        isFirst = false;
        if (isAll) filtered = wanted;
      },
    );
  }

  return {
    root,
    render: ({ chosen }) => {
      setText(title, chosen === null ? "Values" : shown(chosen.label.name));
      const text =
        chosen === null ? "Choose a label name." : chosen.remark || (chosen.values ? "" : "Reading …");
      showText(note, text);
      values = chosen?.values ?? null;
      isWhole = chosen !== null && chosen.label.values !== null;
      sizes = values === null ? new Float64Array(0) : sizesOf(values);
      most = sizes.reduce((a, b) => Math.max(a, b), 1);
      filter.value = untracked(() => get().current?.view.values ?? "");
      filtered = null;
      pass();
    },
  };
}

/** Bytes of each value's postings. For a million values, differences of bigints would take a tenth of a second. */
function sizesOf({ start, end }: LabelValues): Float64Array<ArrayBuffer> {
  const [from, to] = [start, end].map(
    ({ buffer, byteOffset, length }) => new Uint32Array(buffer, byteOffset, 2 * length),
  ) as [Uint32Array, Uint32Array];
  const sizes = new Float64Array(start.length);
  for (let k = 0, low = 0; k < sizes.length; k++, low += 2) {
    const high = low + 1;
    const bytes = (to[low] ?? 0) - (from[low] ?? 0) + 2 ** 32 * ((to[high] ?? 0) - (from[high] ?? 0));
    sizes[k] = Math.max(0, bytes);
  }
  return sizes;
}
