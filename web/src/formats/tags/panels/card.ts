import { count } from "@tagview/charts";
import type { ExportTarget, Facts, RecordingKind } from "@tagview/engine";
import type { Panel } from "../../../app/panel";
import { h, setAttribute, setText } from "../../../ui/dom";
import { longName } from "../../../ui/long-name";
import { menu } from "../../../ui/menu";
import { bytes } from "../../../ui/numbers";
import { lengthOf, overviewOf, snapshotOf, summaryOf } from "../reading";
import { BY_INDEX, readLabel } from "../scope-label";
import type { State } from "../state";
import { exact, time } from "../time";
import { followButton } from "./follow-button";

/** What tags are exported as, in words. */
const TARGETS: readonly [target: ExportTarget, text: string][] = [
  ["parquet", "Parquet"],
  ["arrow", "Arrow"],
  ["npy", "NumPy"],
  ["csv", "CSV"],
  ["h5", "HDF5"],
];

/** What the recording is: its name, and the facts that fit on a card. */
export function cardPanel(copyLink: () => Promise<boolean>): Panel<State> {
  const name = h("h2", { class: "file-name", id: "card-title" });
  const chip = h("span", { class: "chip", hidden: true });
  const link = h(
    "button",
    {
      type: "button",
      class: "quiet",
      title: "Copy a link to this view (c); it does not hold the file",
      onclick: () =>
        void copyLink().then((copied) => {
          setText(link, copied ? "Copied" : "See the address");
          setTimeout(() => setText(link, "Copy link"), 1500);
        }),
    },
    "Copy link",
  );
  const json = h(
    "button",
    {
      type: "button",
      class: "quiet",
      title: "Save everything that is shown as JSON",
      "aria-label": "Save the view as JSON",
      onclick: async () => (await import("../saved-view")).saveView(),
    },
    "JSON",
  );
  const exporting = h("div", { class: "exporting" });
  const items = TARGETS.map(([target, text]) => ({
    text,
    label: `Export the tags as ${text}`,
    act: async () => (await import("../exported/tags")).exportTags(target, exporting),
  }));
  const exports = menu("Export tags", "Export the tags for other tools", items).root;
  const following = followButton();
  const facts = new Map(
    ["file", "tags", "span", "size", "frames", "messages", "order"].map((key) => [key, h("dd")]),
  );
  const list = h(
    "dl",
    { class: "facts" },
    ...[...facts].map(([key, value]) => h("div", {}, h("dt", {}, key), value)),
  );
  const root = h(
    "section",
    { class: "panel card", "aria-labelledby": "card-title" },
    h(
      "div",
      { class: "panel-head" },
      name,
      chip,
      h("div", { class: "tools" }, following.root, link, json, exports),
    ),
    following.state,
    list,
    exporting,
  );
  const hide = (key: string, is: boolean): void => {
    const row = facts.get(key)?.parentElement;
    if (row) row.hidden = is;
  };
  const put = (key: string, text: string, title = ""): void => {
    const value = facts.get(key);
    if (!value) return;
    setText(value, text);
    setAttribute(value, "title", title || null);
  };
  return {
    root,
    render: (state, changed) => {
      const { current, tick, units } = state;
      following.render(state, changed);
      const reading = current?.reading;
      const snapshot = snapshotOf(reading);
      if (!changed(current, snapshot, reading?.phase, tick, units) || !current || !reading) return;
      const overview = overviewOf(reading);
      const summary = overview?.summary ?? summaryOf(reading);
      if (name.textContent !== current.name) name.replaceChildren(longName(current.name));
      setAttribute(name, "title", current.name);
      const label = overview ? BY_INDEX : readLabel(reading);
      chip.hidden = label === null;
      setText(chip, label ?? "");
      const { kind } = current;
      const isOther = kind !== null && kind.readAs !== null;
      hide("file", !isOther);
      for (const key of ["frames", "messages"]) hide(key, isOther);
      if (isOther)
        put("file", kindText(kind, snapshot?.about?.facts), factsText(kind, snapshot?.about?.facts));
      const read = reading.phase === "done" ? (snapshot?.bytes ?? null) : null;
      const size = snapshot?.total ?? current.size ?? read;
      const length = lengthOf(summary);
      put("tags", count(overview?.summary.tags ?? snapshot?.tags ?? null));
      put("span", time(length), exact(length));
      put("size", bytes(size), size === null ? "" : `${count(size)} bytes`);
      put("frames", count(overview?.frames ?? snapshot?.frames ?? null), "zstd frames that hold data");
      // Whoever writes an index writes one message into each zstd frame.
      put("messages", count(overview?.frames ?? snapshot?.messages ?? null), "Cap'n Proto messages");
      const late = summary?.out_of_order ?? null;
      put(
        "order",
        late === null ? "–" : late === 0 ? "in time order" : `${count(late)} out of order`,
        summary?.first_disorder == null
          ? ""
          : `The first is tag ${count(summary.first_disorder)} (counted from 0)`,
      );
      facts.get("order")?.classList.toggle("warn", late !== null && late > 0);
    },
  };
}

/** "a PicoQuant PTU recording, HydraHarp 400": what the file is, and what recorded it. */
function kindText({ name, facts }: RecordingKind, now: Facts = facts): string {
  const device = now.device ?? facts.device;
  return `${name ?? "another format"}${typeof device === "string" ? `, ${device}` : ""}`;
}

/** All facts that the file tells, a line each. */
function factsText({ tick, facts }: RecordingKind, now: Facts = facts): string {
  const stated = Object.entries({ ...facts, ...now }).filter(
    ([, value]) => value !== null && typeof value !== "object",
  );
  const lines = stated.map(([name, value]) => `${name.replace(/_/gu, " ")}: ${value}`);
  return [tick === null ? "it does not say how long a tick is" : `tick: ${tick}`, ...lines].join("\n");
}
