import { count, si } from "@tagview/charts";
import type { ExportTarget, Facts, RecordingKind, RecordingMeta } from "@tagview/engine";
import { withPart } from "../../../app/lazy";
import { hasComparison } from "../../../app/page-file";
import type { Panel } from "../../../app/panel";
import { h, quietButton, setAttribute, setText, showText } from "../../../ui/dom";
import { linkButton } from "../../../ui/link-button";
import { longName } from "../../../ui/long-name";
import { menu } from "../../../ui/menu";
import { bytes } from "../../../ui/numbers";
import { panelHead } from "../../../ui/panel-head";
import { assumedTick } from "../session/own-tick";
import { overviewOf, snapshotOf, summaryOf } from "../session/reading";
import type { Recording } from "../session/recording";
import { BY_INDEX, readLabel } from "../session/scope-label";
import type { State } from "../session/state";
import { exact, secondsText, time } from "../session/time";
import { followButton } from "./follow-button";

/** Export formats of tags, as text. */
const TARGETS: readonly [target: ExportTarget, text: string][] = [
  ["parquet", "Parquet"],
  ["arrow", "Arrow"],
  ["npy", "NumPy"],
  ["csv", "CSV"],
  ["h5", "HDF5"],
];

/** The recording's name and main facts. */
export function cardPanel(copyLink: () => Promise<boolean>): Panel<State> {
  const name = h("h2", { class: "file-name", id: "card-title" });
  const chip = h("span", { class: "chip", hidden: true });
  const exporting = h("div", { class: "exporting" });
  const following = followButton();
  const facts = factsList();
  const header = h("p", { class: "stated", hidden: true, title: "What the file's header states" });
  const tools = [following.root, linkButton(copyLink), reportButton(), saveButton()];
  const root = h(
    "section",
    { class: "panel card", "aria-labelledby": "card-title" },
    panelHead(name, [chip], [...tools, hasComparison && exportMenu(exporting)]),
    following.state,
    facts.root,
    header,
    exporting,
  );
  return {
    root,
    render: (state) => {
      const { current } = state;
      following.render(state);
      if (!current) return;
      const { reading } = current;
      if (name.textContent !== current.name) name.replaceChildren(longName(current.name));
      setAttribute(name, "title", current.name);
      const label = overviewOf(reading) ? BY_INDEX : readLabel(reading);
      showText(chip, label);
      renderFacts(facts, current);
      const assumed = assumedTick(current, state.tickText);
      facts.hide("tick", assumed === null);
      facts.put("tick", assumed ?? "", "Enter another one in the box above");
      showText(header, headerText(current.kind?.meta ?? null));
    },
  };
}

function reportButton(): HTMLElement {
  return quietButton(
    "Report",
    () =>
      withPart(
        () => import("../export/report"),
        ({ saveReport }) => saveReport(),
      ),
    {
      title: "Save charts, numbers and command lines as one page, to keep or to print",
      "aria-label": "Save a report",
    },
  );
}

function saveButton(): HTMLElement {
  return quietButton(
    "JSON",
    () =>
      withPart(
        () => import("../export/saved-view"),
        ({ saveView }) => saveView(),
      ),
    { title: "Save all displayed results as JSON", "aria-label": "Save the view as JSON" },
  );
}

/** The menu of export formats; `exporting` shows the progress. */
function exportMenu(exporting: HTMLElement): HTMLElement {
  const items = TARGETS.map(([target, text]) => ({
    text,
    label: `Export the tags as ${text}`,
    act: async () => (await import("../export/tags")).exportTags(target, exporting),
  }));
  return menu("Export tags", "Export the tags for other tools", items).root;
}

const FACTS = ["file", "tags", "span", "size", "frames", "messages", "order", "tick"] as const;
type Fact = (typeof FACTS)[number];

interface FactsList {
  root: HTMLElement;
  put(key: Fact, text: string, title?: string): void;
  hide(key: Fact, is: boolean): void;
  warn(key: Fact, is: boolean): void;
}

function factsList(): FactsList {
  const values = new Map<Fact, HTMLElement>(FACTS.map((key) => [key, h("dd")]));
  const rows = [...values].map(([key, value]) =>
    h("div", { class: key === "file" || key === "tick" ? "line" : null }, h("dt", {}, key), value),
  );
  return {
    root: h("dl", { class: "facts" }, ...rows),
    put: (key, text, title = "") => {
      const value = values.get(key);
      if (!value) return;
      setText(value, text);
      setAttribute(value, "title", title || null);
    },
    hide: (key, is) => {
      const row = values.get(key)?.parentElement;
      if (row) row.hidden = is;
    },
    warn: (key, is) => void values.get(key)?.classList.toggle("warn", is),
  };
}

function renderFacts({ put, hide, warn }: FactsList, { kind, reading, size: known }: Recording): void {
  const snapshot = snapshotOf(reading);
  const overview = overviewOf(reading);
  const summary = overview?.summary ?? summaryOf(reading);
  const isOther = kind !== null && kind.readAs !== null;
  hide("file", !isOther);
  for (const key of ["frames", "messages"] as const) hide(key, isOther);
  if (isOther) put("file", kindText(kind, snapshot?.about?.facts), factsText(kind, snapshot?.about?.facts));
  const read = reading.phase === "done" ? (snapshot?.bytes ?? null) : null;
  const size = snapshot?.total ?? known ?? read;
  put("tags", count(overview?.summary.tags ?? snapshot?.tags ?? null));
  const span = summary?.span ?? null;
  put("span", time(span), exact(span));
  put("size", bytes(size), size === null ? "" : `${count(size)} bytes`);
  put("frames", count(overview?.frames ?? snapshot?.frames ?? null), "zstd frames that hold data");
  // Writers of an index write one message into each zstd frame.
  put("messages", count(overview?.frames ?? snapshot?.messages ?? null), "Cap'n Proto messages");
  const late = summary?.out_of_order ?? null;
  put(
    "order",
    late === null ? "–" : late === 0 ? "in time order" : `${count(late)} out of order`,
    summary?.first_disorder == null
      ? ""
      : `The first is tag ${count(summary.first_disorder)} (counted from 0)`,
  );
  warn("order", late !== null && late > 0);
}

/** The header's data about the measurement: "T3, ticks of 25 ps · sync 40.0 MHz, every 25 ns · 2 s requested". */
function headerText(meta: RecordingMeta | null): string | null {
  if (meta === null) return null;
  const { mode, resolution_s, sync_period_s, acquisition_time_s, start, comment, input_names } = meta;
  const seconds = (value: number): string => secondsText(value, 6).replace(/\.?0+(?=\s)/u, "");
  const stated = [
    `${mode}${resolution_s === null ? "" : `, ticks of ${seconds(resolution_s)}`}`,
    mode === "T3" && sync_period_s !== null
      ? `sync ${si(1 / sync_period_s, "Hz")}, every ${seconds(sync_period_s)}`
      : null,
    acquisition_time_s === null ? null : `${seconds(acquisition_time_s)} requested`,
    start === null ? null : `recorded ${start.replace("T", " ")}`,
    comment === null ? null : `“${comment}”`,
    input_names === null ? null : `inputs: ${input_names.join(", ")}`,
  ];
  return stated.filter((text) => text !== null).join(" · ");
}

/** "a PicoQuant PTU recording, HydraHarp 400": the kind of the file, and its device or the unit of a text. */
function kindText({ name, facts }: RecordingKind, now: Facts = facts): string {
  const [device, unit] = [now.device ?? facts.device, now.unit ?? facts.unit];
  const isAssumed = now.unit_assumed ?? facts.unit_assumed;
  const more = [
    ...(typeof device === "string" ? [device] : []),
    ...(typeof unit === "string"
      ? [`times in ${unit}${isAssumed === true ? ", which is assumed" : ""}`]
      : []),
  ];
  return [name ?? "another format", ...more].join(", ");
}

/** All facts that the file states, a line each. */
function factsText({ tick, facts }: RecordingKind, now: Facts = facts): string {
  const stated = Object.entries({ ...facts, ...now }).filter(
    ([, value]) => value !== null && typeof value !== "object",
  );
  const lines = stated.map(([name, value]) => `${name.replace(/_/gu, " ")}: ${value}`);
  return [tick === null ? "it does not state the tick length" : `tick: ${tick}`, ...lines].join("\n");
}
