import { count } from "@tagview/charts";
import { OFFSET_ENCODINGS, type OffsetEncoding, type OffsetsHeader } from "@tagview/engine";
import { h, setAttribute, setText } from "../dom";
import { readHeader } from "../header";
import { byteIndex, markedBox } from "../marks";
import { changes } from "../memo";
import type { State } from "../state";
import { encodingsPanel } from "./encodings";
import { findingsList, placed } from "./findings";
import { headerCharts } from "./headercharts";
import { ofDiff, ofHeader, partitionTable } from "./partitions";

const EXAMPLE = "v1=0:18203377,1:18199021,2:18207400,3:-1,4:18201958";
const SECOND = "v1=0:18203377,1:18204518,2:18207412,3:-1,4:18201958";
const NONE = { partition: new BigInt64Array(0), offset: new BigInt64Array(0) };

/** The boxes headers are pasted into, what is wrong with them, charts, encodings and a table of partitions. */
export function headerPanel(): { root: HTMLElement; render: (state: State) => void; focus: () => void } {
  const first = markedBox({
    id: "header-box",
    rows: 6,
    placeholder: EXAMPLE,
    "aria-describedby": "header-hint",
    oninput: () => readHeader({ text: first.box.value }),
  });
  const second = markedBox({
    id: "header-other",
    rows: 3,
    placeholder: "The same header a moment later, or another ingester's",
    oninput: () => readHeader({ other: second.box.value }),
  });
  const readAs = h(
    "select",
    {
      class: "read-as",
      "aria-label": "Read as",
      title: "How the header is encoded",
      onchange: () => readHeader({ encoding: readAs.value === "" ? null : (readAs.value as OffsetEncoding) }),
    },
    h("option", { value: "" }, "recognise"),
    ...OFFSET_ENCODINGS.map((encoding) => h("option", { value: encoding }, encoding)),
  );
  const error = h("p", { id: "header-error", class: "field-error", role: "alert", hidden: true });
  const findings = findingsList("Diagnosis", first.select);
  const otherFindings = findingsList("Diagnosis of the second header", second.select);
  const facts = factsList();
  const table = partitionTable();
  const charts = headerCharts();
  const encodings = encodingsPanel();
  const input = h(
    "section",
    { class: "panel header-input", "aria-labelledby": "header-title" },
    h(
      "div",
      { class: "panel-head" },
      h("h2", { id: "header-title" }, "Consistency header"),
      h(
        "div",
        { class: "tools" },
        readAs,
        h("button", { type: "button", class: "quiet", onclick: () => fill(EXAMPLE, SECOND) }, "Example"),
        h("button", { type: "button", class: "quiet", onclick: () => fill("", "") }, "Clear"),
      ),
    ),
    h("label", { for: "header-box", class: "unseen" }, "A header to read"),
    first.root,
    h(
      "p",
      { id: "header-hint", class: "field-note" },
      "Paste an X-Read-Consistency-Offsets value, a whole header line, what curl -v printed, a HAR file.",
    ),
    error,
    findings.root,
    h("label", { for: "header-other", class: "second-label" }, "A second header to compare with"),
    second.root,
    otherFindings.root,
    facts.root,
  );
  const root = h(
    "div",
    { class: "header-page" },
    input,
    h("div", { class: "header-middle" }, charts.root, encodings.root),
    table.root,
  );
  const changed = changes();
  const tableChanged = changes();

  function fill(text: string, other: string): void {
    first.box.value = text;
    second.box.value = other;
    readHeader({ text, other, encoding: null });
    first.box.focus();
  }

  return {
    root,
    focus: () => first.box.focus(),
    render: (state) => {
      const { header } = state;
      for (const [{ box }, text] of [
        [first, header.text],
        [second, header.other],
      ] as const) {
        if (box.value !== text && document.activeElement !== box) box.value = text;
      }
      readAs.value = header.encoding ?? "";
      const { result, lag } = header;
      if (changed(header.text, result, header.error, lag)) {
        error.hidden = header.error === null;
        setText(error, header.error ?? "");
        setAttribute(first.box, "aria-invalid", header.error || result?.error ? "true" : null);
        facts.render(result);
        const mine = placed(header.text, byteIndex(header.text), result?.findings ?? []);
        findings.render(header.text, mine);
        first.mark(mine.flatMap(({ span }) => span ?? []));
        const others = placed(header.other, byteIndex(header.other), lag?.right.findings ?? []);
        otherFindings.render(header.other, others);
        second.mark(others.flatMap(({ span }) => span ?? []));
      }
      root.classList.toggle("compared", lag !== null);
      if (tableChanged(result, lag)) table.render(lag ? ofDiff(lag.diff) : ofHeader(result?.columns ?? NONE));
      charts.render(state);
      encodings.render(state);
    },
  };
}

/** What the header is, in a few words each. */
function factsList(): { root: HTMLElement; render: (result: OffsetsHeader | null) => void } {
  const names = [
    "encoding",
    "partitions",
    "empty",
    "total",
    "least offset",
    "greatest offset",
    "consistency",
  ];
  const values = new Map(names.map((name) => [name, h("dd")]));
  const root = h(
    "dl",
    { class: "facts wide" },
    ...[...values].map(([name, value]) => h("div", {}, h("dt", {}, name), value)),
  );
  return {
    root,
    render: (result) => {
      const put = (name: string, text: string): void => {
        const value = values.get(name);
        if (!value) return;
        setText(value, text);
        // Sums of many offsets are longer than their place.
        setAttribute(value, "title", text);
      };
      const { level = null, max_delay = null } = result?.companions ?? {};
      const consistency = [level, max_delay === null ? null : `at most ${max_delay} old`].filter(Boolean);
      root.hidden = result === null;
      put("encoding", result ? encodingOf(result) : "–");
      put("partitions", count(result?.count ?? null));
      put("empty", count(result?.empty ?? null));
      put("least offset", count(result?.min_offset ?? null));
      put("greatest offset", count(result?.max_offset ?? null));
      put("total", count(result?.total ?? null));
      put("consistency", consistency.length > 0 ? consistency.join(", ") : "not said");
    },
  };
}

/** `text v1`; where it had to be guessed, how sure that is. */
function encodingOf({ encoding, version, recognised }: OffsetsHeader): string {
  const sure = recognised === null || recognised.sureness === "certain" ? "" : ` (${recognised.sureness})`;
  return `${encoding}${version === null ? "" : ` v${version}`}${sure}`;
}
