import { count, offsetsChart, offsetsFrame } from "@tagview/charts";
import { h, setAttribute, setText } from "../dom";
import { type Figure, figure } from "../figure";
import { entriesOf, readHeader } from "../header";
import { changes } from "../memo";
import { sentence } from "../sentence";
import { get, refresh, type State } from "../state";
import { partitionTable } from "./partitions";

const EXAMPLE = "v1=0:18203377,1:18199021,2:18207400,3:-1,4:18201958";

/** The box a consistency header is pasted into, what it says, a chart and a table of its partitions. */
export function headerPanel(): { root: HTMLElement; render: (state: State) => void; focus: () => void } {
  let view: readonly [number, number] | null = null;
  const zoom = (next: readonly [number, number] | null): void => {
    view = next;
    refresh();
  };
  const box = h("textarea", {
    id: "header-box",
    rows: 6,
    spellcheck: "false",
    autocomplete: "off",
    placeholder: EXAMPLE,
    "aria-describedby": "header-hint header-error",
    oninput: (() => readHeader(box.value)) as never,
  });
  const error = h("p", { id: "header-error", class: "field-error", role: "alert", hidden: true });
  const facts = new Map(
    ["encoding", "partitions", "empty", "least offset", "greatest offset", "total"].map((key) => [
      key,
      h("dd"),
    ]),
  );
  const list = h(
    "dl",
    { class: "facts wide" },
    ...[...facts].map(([key, value]) => h("div", {}, h("dt", {}, key), value)),
  );
  const twice = h("p", { class: "field-note", hidden: true });
  const table = partitionTable();
  const chart: Figure = figure(
    "offsets",
    "Offset by partition",
    "Drag or wheel or plus and minus to zoom, arrows to move, double click or 0 to go back.",
    {
      zoom,
      drag: zoom,
      back: () => zoom(null),
      extent: () => {
        const { result } = get().header;
        const [low, high] = result ? offsetsFrame({ partitions: entriesOf(result) }).x.domain() : [];
        return low !== undefined && high !== undefined ? [low, high] : null;
      },
      point: (at) => {
        const partition = at === null ? null : Math.round(at);
        const found = entriesOf(get().header.result).find((entry) => Number(entry.partition) === partition);
        chart.say(found ? `${found.label}: ${count(found.offset)}` : null);
      },
    },
  );
  const root = h(
    "div",
    { class: "header-page" },
    h(
      "section",
      { class: "panel header-input", "aria-labelledby": "header-title" },
      h(
        "div",
        { class: "panel-head" },
        h("h2", { id: "header-title" }, "Consistency header"),
        h(
          "div",
          { class: "tools" },
          h("button", { type: "button", class: "quiet", onclick: () => fill(EXAMPLE) }, "Example"),
          h("button", { type: "button", class: "quiet", onclick: () => fill("") }, "Clear"),
        ),
      ),
      h("label", { for: "header-box", class: "unseen" }, "A header to read"),
      box,
      h(
        "p",
        { id: "header-hint", class: "field-note" },
        "Paste an X-Read-Consistency-Offsets value, a whole header line, or what curl -v printed.",
      ),
      error,
      twice,
      list,
    ),
    chart.root,
    table.root,
  );
  const changed = changes();

  function fill(text: string): void {
    box.value = text;
    readHeader(text);
    box.focus();
  }

  return {
    root,
    focus: () => box.focus(),
    render: (state) => {
      const { header } = state;
      if (box.value !== header.text && document.activeElement !== box) box.value = header.text;
      const { width, height } = chart.size();
      if (!changed(header, width, height, view)) return;
      const { result } = header;
      error.hidden = header.error === null;
      setText(error, header.error ? sentence(header.error) : "");
      setAttribute(box, "aria-invalid", header.error ? "true" : null);
      const put = (key: string, text: string): void => {
        const value = facts.get(key);
        if (value) setText(value, text);
      };
      put(
        "encoding",
        result
          ? [result.encoding, result.version === null ? null : `v${result.version}`].filter(Boolean).join(" ")
          : "–",
      );
      put("partitions", count(result?.count ?? null));
      put("empty", count(result?.empty ?? null));
      put("least offset", count(result?.min_offset ?? null));
      put("greatest offset", count(result?.max_offset ?? null));
      put("total", count(result?.total ?? null));
      const doubles = result?.duplicates ?? [];
      twice.hidden = doubles.length === 0;
      setText(
        twice,
        doubles.length === 0
          ? ""
          : `Listed more than once: partition ${doubles.slice(0, 20).join(", ")}${doubles.length > 20 ? " and more" : ""}.`,
      );
      const entries = entriesOf(result);
      table.render(entries);
      if (width === 0) return;
      const data = { partitions: entries };
      const options = { width, height, view };
      chart.draw(
        offsetsChart(document, data, options),
        data.partitions.length === 0 ? null : offsetsFrame(data, options),
      );
    },
  };
}
