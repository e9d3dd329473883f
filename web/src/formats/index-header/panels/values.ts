import { count, si } from "@tagview/charts";
import type { LabelValues } from "@tagview/engine";
import type { Panel } from "../../../app/panel";
import { h, setText } from "../../../ui/dom";
import { virtualRows } from "../../../ui/virtual-rows";
import { type Block, shown } from "../block";

/** Characters of a value that are shown. */
const LONGEST = 300;
/** Every which value is kept by Mimir's store-gateway, and marked here. */
const SAMPLING = 32;

/** The values of the chosen label, filtered as typed, each with the size of its postings as a bar. */
export function valuesPanel(): Panel<Block> {
  let values: LabelValues | null = null;
  /** Each value as it is shown and searched. */
  let texts: readonly string[] = [];
  /** Whether they are all values, of which postings are known. */
  let isWhole = true;
  let most = 1;
  /** Places of the values that pass the filter. */
  let passing: Uint32Array = new Uint32Array(0);
  let filtered = "";
  const title = h("h2", {}, "Values");
  const found = h("span", { class: "faint" });
  const note = h("p", { class: "field-note" });
  const filter = h("input", {
    type: "search",
    class: "search",
    placeholder: "filter",
    "aria-label": "Filter values",
    oninput: () => pass(),
  });
  const table = h(
    "table",
    { class: "values" },
    h("caption", { class: "unseen" }, "Values"),
    h("thead", {}, h("tr", {}, ...["value", "postings", ""].map((name) => h("th", { scope: "col" }, name)))),
  );
  const scroller = h(
    "div",
    { class: "scroller", tabindex: 0, role: "region", "aria-label": "Values" },
    table,
  );
  const root = h(
    "section",
    { class: "panel table-panel values-panel" },
    h("div", { class: "panel-head" }, title, found, h("div", { class: "tools" }, filter)),
    note,
    scroller,
  );

  const sizeAt = (k: number): number => Number((values?.end[k] ?? 0n) - (values?.start[k] ?? 0n));
  const rows = virtualRows(scroller, table, (place) => {
    const k = passing[place] ?? 0;
    const size = sizeAt(k);
    const isSample = isWhole && (k % SAMPLING === 0 || k === texts.length - 1);
    const text = texts[k] ?? "";
    const bar = h("span");
    bar.style.width = `${((100 * size) / most).toFixed(1)}%`;
    const range = `bytes ${count(values?.start[k] ?? 0n)} to ${count(values?.end[k] ?? 0n)} of the index`;
    return h(
      "tr",
      { class: isSample ? "sample" : "", title: isSample ? `${range}; a sparse header keeps it` : range },
      h("th", { scope: "row" }, text.slice(0, LONGEST)),
      h("td", {}, isWhole ? si(size, "B") : "–"),
      h("td", { class: "extent" }, bar),
    );
  });

  /** Finds the values that pass; one more letter is searched for only in those that passed before. */
  function pass(): void {
    const wanted = filter.value;
    const narrower = filtered !== "" && wanted.startsWith(filtered);
    const from = narrower ? passing : null;
    const length = from?.length ?? texts.length;
    const places = new Uint32Array(length);
    let n = 0;
    for (let i = 0; i < length; i++) {
      const k = from?.[i] ?? i;
      if (wanted === "" || texts[k]?.includes(wanted)) places[n++] = k;
    }
    passing = places.subarray(0, n);
    filtered = wanted;
    setText(found, wanted === "" ? count(n) : `${count(n)} of ${count(texts.length)}`);
    rows.show(n);
  }

  return {
    root,
    render: ({ chosen }, changed) => {
      if (!changed(chosen)) return;
      setText(title, chosen === null ? "Values" : shown(chosen.label.name));
      const text =
        chosen === null ? "Choose a label name." : chosen.remark || (chosen.values ? "" : "Reading …");
      setText(note, text);
      note.hidden = text === "";
      values = chosen?.values ?? null;
      isWhole = chosen !== null && chosen.label.values !== null;
      texts = values === null ? [] : values.values.map((value) => shown(value));
      most = 1;
      for (let k = 0; k < texts.length; k++) most = Math.max(most, sizeAt(k));
      filter.value = "";
      filtered = "";
      pass();
    },
  };
}
