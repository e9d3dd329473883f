/**
 * Boxes for the columns of channel and time, and for the unit of time, of a text file that does not state them. The file
 * is then opened again with these columns, and replaces the unreadable item.
 */

import "./text-columns.css";
import type { ReadAs } from "@tagview/engine";
import { add, close } from "../../../app/items";
import { h, setText } from "../../../ui/dom";
import { openRecording } from "../session/open-recording";
import type { Recording } from "../session/recording";

/** Units that are suggested; the engine takes multiples of them too. */
const UNITS = ["ticks", "fs", "ps", "ns", "us", "ms", "s", "min", "h"];
/** Units that the engine accepts. */
const UNIT = "ticks|([0-9.]+ *)?(fs|ps|ns|us|µs|μs|ms|s|min|h)";

/** Columns that can be named. */
const MOST = 64;

/** The visible part of the text's beginning: bytes read, lines, and characters of each line. */
const SHOWN = { bytes: 4096, lines: 5, characters: 100 };

export interface TextColumns {
  root: HTMLElement;
  /** Asks about this recording, whose text nothing was read of. */
  ask(recording: Recording): void;
}

export function textColumns(): TextColumns {
  let about: Recording | null = null;
  const lines = h("pre", { tabindex: 0, role: "region", "aria-label": "First lines of the text" });
  const column = (name: string): HTMLInputElement =>
    h("input", { type: "number", name, min: 1, max: MOST, step: 1, required: true, autocomplete: "off" });
  const [channel, time] = [column("channel"), column("time")];
  const unit = h("input", {
    type: "text",
    name: "unit",
    list: "text-units",
    pattern: UNIT,
    title: "ticks, or a length of time: ns, 81 ps, min",
    placeholder: "ns, 81 ps, ticks",
    "aria-describedby": "text-unit-default",
    spellcheck: "false",
    autocomplete: "off",
  });
  const wrong = h("p", { class: "banner-what", role: "alert" });
  const root = h(
    "form",
    {
      class: "text-columns",
      "aria-label": "Columns of the text",
      onsubmit: (event: SubmitEvent) => {
        event.preventDefault();
        submit();
      },
    },
    h("p", {}, "Choose the columns of the channel and of the time, counted from 1."),
    lines,
    h("label", {}, "Channel in column", channel),
    h("label", {}, "Time in column", time),
    h("label", {}, "Unit of times", unit),
    h(
      "p",
      { id: "text-unit-default" },
      "If empty, times are in the unit that the text states, otherwise in ticks, or in seconds if they have a decimal point.",
    ),
    h("datalist", { id: "text-units" }, ...UNITS.map((value) => h("option", { value }))),
    wrong,
    h("button", { type: "submit" }, "Read the text"),
  );

  function submit(): void {
    if (about === null) return;
    const places = [channel, time].map((input) => input.valueAsNumber) as [number, number];
    const isSame = places[0] === places[1];
    setText(wrong, isSame ? "The channel and the time are in two columns." : "");
    if (isSame) {
      time.focus();
      return;
    }
    openAs(about, {
      import: "columns",
      columns: inOrder(...places),
      ...(unit.value.trim() && { unit: unit.value.trim() }),
    });
  }

  async function showLines({ source }: Recording): Promise<void> {
    const head = source.kind === "blob" ? await source.blob.slice(0, SHOWN.bytes).text() : "";
    const first = head.split(/\r\n?|\n/u, SHOWN.lines).map((line) => line.slice(0, SHOWN.characters));
    if (about?.source !== source) return;
    setText(lines, first.join("\n"));
    lines.hidden = head === "";
  }

  return {
    root,
    ask: (recording) => {
      if (about === recording) return;
      about = recording;
      lines.hidden = true;
      setText(wrong, "");
      // Wrongly named columns are shown, so that they can be corrected.
      const { columns = "", unit: stated = "" } = recording.source.readAs ?? {};
      const place = (name: string): string => String(columns.split(",").indexOf(name) + 1 || "");
      [channel.value, time.value, unit.value] = [place("channel"), place("time"), stated];
      showLines(recording).catch(() => {});
    },
  };
}

/** `-,time,channel` of a channel in column 3 and a time in column 2. */
function inOrder(channel: number, time: number): string {
  return Array.from({ length: Math.max(channel, time) }, (_, k) =>
    k + 1 === channel ? "channel" : k + 1 === time ? "time" : "-",
  ).join(",");
}

function openAs(recording: Recording, readAs: ReadAs): void {
  const { name, source, origin, growing } = recording;
  const opened = openRecording({
    name,
    source: { ...source, readAs },
    origin,
    growing: Promise.resolve(growing && { ...growing, readAs }),
  });
  // In this order, because closing the displayed item would display, and therefore read, another file.
  add([opened]);
  close(recording);
}
