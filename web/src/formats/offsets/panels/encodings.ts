import { count, percent } from "@tagview/charts";
import { asTagviewError, OFFSET_ENCODINGS, type OffsetEncoding } from "@tagview/engine";
import { engine } from "../../../app/engine";
import type { Panel } from "../../../app/panel";
import { announce } from "../../../ui/announce";
import { h, setText } from "../../../ui/dom";
import { folding } from "../../../ui/folding";
import { sentence } from "../../../ui/sentence";
import { type Header, knownOf } from "../header";
import { get } from "../state";

const TIMES = ["encode", "decode", "lookup"] as const;
const TITLES = { encode: "encode", decode: "decode", lookup: "look-up" };

/** The header in each of the seven encodings: its length, the times measured here, and a way to copy it. */
export function encodingsPanel(): Panel<Header> {
  const rows = new Map(OFFSET_ENCODINGS.map((encoding) => [encoding, row(encoding)]));
  const note = h("p", { class: "field-note" });
  const tools = h(
    "div",
    { class: "tools" },
    h(
      "button",
      {
        type: "button",
        class: "quiet copy-header",
        title: "Copy it as Mimir sends it, v1= in front",
        onclick: () => copy("text", true),
      },
      "Copy as header",
    ),
  );
  const root = h(
    "section",
    { class: "panel table-panel encodings-panel", "aria-labelledby": "encodings-title" },
    h("div", { class: "panel-head" }, h("h2", { id: "encodings-title" }, "In seven encodings"), tools),
    h(
      "div",
      { class: "scroller" },
      h(
        "table",
        { class: "encodings" },
        h("caption", { class: "unseen" }, "Encodings"),
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            ...["encoding", "bytes", "of text", ...TIMES.map((time) => TITLES[time])].map((title) =>
              h("th", { scope: "col" }, title),
            ),
            h("th", { scope: "col" }, h("span", { class: "unseen" }, "copy")),
          ),
        ),
        h("tbody", {}, ...[...rows.values()].map(({ root }) => root)),
      ),
    ),
    note,
  );
  folding({ root, tools }, "the encodings");
  return {
    root,
    render: ({ outcome }, changed) => {
      if (!changed(outcome)) return;
      const { sizes, times, result } = knownOf(outcome);
      const text = sizes.find(({ encoding }) => encoding === "text")?.bytes ?? null;
      for (const encoding of OFFSET_ENCODINGS) {
        const cells = rows.get(encoding);
        const size = sizes.find((one) => one.encoding === encoding);
        const measured = times[encoding];
        if (!cells) continue;
        const possible = size !== undefined && size.bytes !== null && (result?.count ?? 0) > 0;
        setText(cells.bytes, count(possible ? size.bytes : null));
        setText(cells.share, percent(possible && text ? (size.bytes ?? 0) / text : null));
        for (const time of TIMES) setText(cells[time], possible ? duration(measured?.[time] ?? null) : "–");
        cells.copy.disabled = !possible;
        cells.root.title = size?.error ? sentence(size.error) : "";
        cells.root.classList.toggle("off", !possible);
      }
      const done = OFFSET_ENCODINGS.every((encoding) => times[encoding]);
      const impossible = sizes.find(({ error }) => error)?.error;
      setText(
        note,
        sizes.length === 0 || (result?.count ?? 0) === 0
          ? "Lengths and times appear once there is a header."
          : `${done ? "Times are the least of three, measured on this machine just now." : "Measuring …"}${
              impossible ? ` ${sentence(impossible)}` : ""
            }`,
      );
    },
  };
}

function row(encoding: OffsetEncoding) {
  const cell = (): HTMLElement => h("td", {}, "–");
  const cells = { bytes: cell(), share: cell(), encode: cell(), decode: cell(), lookup: cell() };
  const copyButton = h(
    "button",
    {
      type: "button",
      class: "quiet",
      "aria-label": `Copy as ${encoding}`,
      onclick: () => copy(encoding, false),
    },
    "Copy",
  );
  const root = h(
    "tr",
    { "data-encoding": encoding },
    h("th", { scope: "row", class: "name" }, encoding),
    ...Object.values(cells),
    h("td", {}, copyButton),
  );
  return { ...cells, copy: copyButton, root };
}

/** Copies the header in an encoding; `version` puts `v1=` in front, which a `v2` header brings itself. */
async function copy(format: OffsetEncoding, version: boolean): Promise<void> {
  const { current } = get();
  if (!current) return;
  const { given, outcome } = current;
  const isSecond = knownOf(outcome).result?.version === 2;
  try {
    const reading = { encoding: given.encoding ?? undefined };
    const value = await engine.offsets.encode(given.text, format, reading);
    await navigator.clipboard.writeText(version && !isSecond ? `v1=${value}` : value);
    announce(`Copied ${count(value.length)} bytes.`);
    flash(format, version, "Copied");
  } catch (reason) {
    announce(sentence(asTagviewError(reason)));
    flash(format, version, "Failed");
  }
}

/** Says for a moment on the button itself whether copying succeeded. */
function flash(format: OffsetEncoding, version: boolean, word: string): void {
  const place = version ? ".encodings-panel .copy-header" : `.encodings [data-encoding="${format}"] button`;
  const button = document.querySelector(place);
  if (!button) return;
  setText(button, word);
  setTimeout(() => setText(button, version ? "Copy as header" : "Copy"), 1200);
}

/** `1.22 µs` */
function duration(ns: number | null): string {
  if (ns === null) return "…";
  const [value, unit] = ns < 1e3 ? [ns, "ns"] : ns < 1e6 ? [ns / 1e3, "µs"] : [ns / 1e6, "ms"];
  return `${value < 1000 ? Number(value.toPrecision(3)) : Math.round(value)}\u00a0${unit}`;
}
