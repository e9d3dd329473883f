import { count, percent } from "@tagview/charts";
import { asTagviewError, OFFSET_ENCODINGS, type OffsetEncoding } from "@tagview/engine";
import { engine } from "../../../app/engine";
import type { Panel } from "../../../app/panel";
import { announce } from "../../../ui/announce";
import { flashText, h, quietButton, setText } from "../../../ui/dom";
import { folding } from "../../../ui/folding";
import { scrolledTable } from "../../../ui/scrolled-table";
import { sentence } from "../../../ui/sentence";
import { type Header, type Known, knownOf } from "../header";
import { get } from "../state";

/** The header in each of the seven encodings: its length, and a way to copy it. */
export function encodingsPanel(): Panel<Header> {
  const rows = OFFSET_ENCODINGS.map(encodingRow);
  const note = h("p", { class: "field-note" });
  const asHeader = copyButton("Copy as header", { title: "Copy as Mimir sends it, with v1=" }, headerText);
  const tools = h("div", { class: "tools" }, asHeader);
  const copies = h("span", { class: "unseen" }, "copy");
  const titles = ["encoding", "bytes", "of text", copies];
  const body = h("tbody", {}, ...rows.map(({ root }) => root));
  const { scroller } = scrolledTable({ kind: "encodings", caption: "Encodings", titles, body });
  const root = h(
    "section",
    { class: "panel table-panel encodings-panel", "aria-labelledby": "encodings-title" },
    h("div", { class: "panel-head" }, h("h2", { id: "encodings-title" }, "In seven encodings"), tools),
    scroller,
    note,
  );
  folding({ root, tools }, "the encodings");
  return {
    root,
    render: ({ outcome }) => {
      const known = knownOf(outcome);
      for (const row of rows) row.render(known);
      setText(note, noteOf(known));
    },
  };
}

/** The note below the table. */
function noteOf({ sizes, result }: Known): string {
  if (sizes.length === 0 || (result?.count ?? 0) === 0) return "Lengths appear when a header is entered.";
  const impossible = sizes.find(({ error }) => error)?.error;
  return impossible ? sentence(impossible) : "";
}

/** The row of an encoding: its length, and the button that copies the header in it. */
function encodingRow(encoding: OffsetEncoding): { root: HTMLElement; render: (known: Known) => void } {
  const cell = (): HTMLElement => h("td", {}, "–");
  const cells = { bytes: cell(), share: cell() };
  const copying = copyButton("Copy", { "aria-label": `Copy as ${encoding}` }, (header) =>
    encoded(encoding, header),
  );
  const root = h(
    "tr",
    {},
    h("th", { scope: "row", class: "name" }, encoding),
    ...Object.values(cells),
    h("td", {}, copying),
  );
  return {
    root,
    render: ({ sizes, result }) => {
      const size = sizes.find((one) => one.encoding === encoding);
      const text = sizes.find((one) => one.encoding === "text")?.bytes;
      const bytes = (result?.count ?? 0) > 0 ? (size?.bytes ?? null) : null;
      const isPossible = bytes !== null;
      setText(cells.bytes, count(bytes));
      setText(cells.share, percent(isPossible && text ? bytes / text : null));
      copying.disabled = !isPossible;
      root.title = size?.error ? sentence(size.error) : "";
      root.classList.toggle("off", !isPossible);
    },
  };
}

/** A button that copies the displayed header with `copy`, and briefly shows whether it succeeded. */
function copyButton(
  text: string,
  attributes: Record<string, string>,
  copy: (header: Header) => Promise<string>,
): HTMLButtonElement {
  const onclick = async (): Promise<void> => {
    const { current } = get();
    if (!current) return;
    try {
      const value = await copy(current);
      await navigator.clipboard.writeText(value);
      announce(`Copied ${count(value.length)} bytes.`);
      flashText(button, "Copied", text);
    } catch (reason) {
      announce(sentence(asTagviewError(reason)));
      flashText(button, "Failed", text);
    }
  };
  const button = quietButton(text, () => void onclick(), { ...attributes });
  return button;
}

function encoded(format: OffsetEncoding, { given: { text, encoding } }: Header): Promise<string> {
  return engine.offsets.encode(text, format, { encoding: encoding ?? undefined });
}

/** The header as Mimir sends it: with the prefix `v1=`; a `v2` header includes its prefix. */
async function headerText(header: Header): Promise<string> {
  const isSecond = knownOf(header.outcome).result?.version === 2;
  const value = await encoded("text", header);
  return isSecond ? value : `v1=${value}`;
}
