import { count, percent, ranks, seriesStyle, shortNumber, si } from "@tagview/charts";
import type { SummaryChannel } from "@tagview/engine";
import type { Panel } from "../../../app/panel";
import { h, quietButton, setAttribute, setText, showText } from "../../../ui/dom";
import { emphasise } from "../../../ui/emphasis";
import { panelHead } from "../../../ui/panel-head";
import { scrolledTable } from "../../../ui/scrolled-table";
import { rulesOf } from "../model/definitions";
import { colourOrder } from "../session/colours";
import { exposure } from "../session/damage";
import { overviewOf } from "../session/reading";
import { markerOf, syncOf, syncRateOf } from "../session/recording";
import { madeByDamage, narrowedAnswer, narrowedOf, wholeOf } from "../session/results";
import { BY_INDEX, scopeLabel } from "../session/scope-label";
import { get, type State, setView } from "../session/state";
import { exact, time } from "../session/time";

/** Maximum number of channels whose rows are all visible; more are scrolled. */
const MOST_UNSCROLLED = 8;
const TITLES = ["channel", "tags", "rate", "share", "least gap"];

interface Row {
  root: HTMLTableRowElement;
  toggle: HTMLInputElement;
  /** Name of the channel, else its role, else its definition; the title has all three. */
  rule: HTMLElement;
  cells: HTMLTableCellElement[];
}

/** A row for each channel, updated in place while the recording is read; its switch hides the channel everywhere. */
export function channelsPanel(): Panel<State> {
  const rows = new Map<bigint, Row>();
  const chip = h("span", { class: "chip", hidden: true });
  const body = h("tbody");
  const all = quietButton("Show all", () => setView({ hidden: new Set() }), { hidden: true });
  const note = h("p", { class: "channels-note", hidden: true });
  const root = h(
    "section",
    { class: "panel table-panel", "aria-labelledby": "channels-title" },
    panelHead(h("h2", { id: "channels-title" }, "Channels"), [chip], [all]),
    h("p", { class: "lead" }, "Tags of each detector. A switch hides one."),
    scrolledTable({ kind: "channels", caption: "Channels", titles: TITLES, body }).scroller,
    note,
  );
  return {
    root,
    render: (state) => {
      const { current, view, tick } = state;
      const rules = rulesOf(view.define);
      // An index contains no virtual channels.
      const overview = rules.size > 0 ? null : (overviewOf(current?.reading)?.summary ?? null);
      const summary = (!view.range && overview) || narrowedOf(current, "summary", view);
      const known = (overview ?? wholeOf(current, "summary"))?.channels ?? [];
      const label =
        summary === overview && overview
          ? BY_INDEX
          : scopeLabel(state, "range", narrowedAnswer(current, "summary", view));
      const made = madeByDamage(state);
      showText(chip, label);
      all.hidden = view.hidden.size === 0;
      const found = new Map(summary?.channels.map((channel) => [channel.channel, channel]));
      const colours = ranks(colourOrder(), found.keys());
      const listed = known.map(({ channel }) => channel).filter((channel) => !made.has(channel));
      const shown = [...ranks([], [...listed, ...found.keys()]).keys()];
      showText(note, made.size === 0 ? null : noteOf(made.size));
      root.style.setProperty("--rows", String(shown.length));
      root.classList.toggle("unscrolled", shown.length <= MOST_UNSCROLLED);
      placeRows(body, rows, shown);
      const whole = { tags: summary?.tags ?? 0, span: Number(exposure(summary, view.range) ?? 0n) * tick };
      const sync = syncOf(current);
      const syncRate = syncRateOf(current);
      for (const [channel, row] of rows) {
        const isOn = !view.hidden.has(channel);
        setStyle(row, colours.get(channel) ?? 0, isOn);
        const stated = channel === sync ? syncRate : null;
        fill(row, found.get(channel), whole, stated);
        const { name, role } = view.names.get(channel) ?? {};
        const event = channel === sync ? "sync" : markerOf(current, channel);
        const labels = [name, role, rules.get(channel), event].filter(Boolean);
        const displayed = stated === null ? labels.slice(0, 1) : new Set([labels[0], event]);
        setText(row.rule, [...displayed].join(" · "));
        setAttribute(row.rule, "title", labels.join(" · ") || null);
      }
    },
  };
}

/** Has a row for each of these channels, in their order, and for no other. */
function placeRows(body: HTMLElement, rows: Map<bigint, Row>, channels: readonly bigint[]): void {
  for (const [channel, row] of rows) {
    if (channels.includes(channel)) continue;
    row.root.remove();
    rows.delete(channel);
  }
  channels.forEach((channel, index) => {
    const row = rows.get(channel) ?? makeRow(channel);
    rows.set(channel, row);
    if (body.children[index] !== row.root) body.insertBefore(row.root, body.children[index] ?? null);
  });
}

/** The note on channels caused only by damage, which the table omits. */
function noteOf(channels: number): string {
  const which =
    channels === 1
      ? "A channel that exists only because of damage is"
      : `${count(channels)} channels that exist only because of damage are`;
  return `${which} not listed.`;
}

function makeRow(channel: bigint): Row {
  const toggle = h("input", {
    type: "checkbox",
    role: "switch",
    "aria-label": `Channel ${channel}`,
    onchange: () => flip(channel),
  });
  const cells = Array.from({ length: 4 }, () => h("td"));
  const rule = h("span", { class: "rule" });
  const head = h(
    "th",
    { scope: "row", title: shortNumber(channel) === String(channel) ? null : String(channel) },
    h("label", {}, toggle, h("span", { class: "swatch", "aria-hidden": "true" }), shortNumber(channel), rule),
  );
  const root = h(
    "tr",
    {
      "data-channel": String(channel),
      onpointerenter: () => emphasise(channel),
      onpointerleave: () => emphasise(null),
    },
    head,
    ...cells,
  );
  return { root, toggle, rule, cells };
}

function setStyle(row: Row, rank: number, isOn: boolean): void {
  const { slot, dash } = seriesStyle(rank);
  setAttribute(row.root, "class", `tv-c${slot}${dash ? " dashed" : ""}${isOn ? "" : " off"}`);
  row.toggle.checked = isOn;
}

/**
 * Writes the numbers of a channel; zeros if undefined, because it has no tags in the range. `stated` is the rate of a
 * sync from the header; its tags are fewer, because only syncs before a photon are recorded.
 */
function fill(
  row: Row,
  channel: SummaryChannel | undefined,
  { tags, span }: { tags: number; span: number },
  stated: number | null,
): void {
  const rate = channel && span > 0 ? channel.tags / span : null;
  const values = [
    count(channel?.tags ?? 0),
    si(stated ?? rate, "Hz"),
    percent(channel && tags > 0 ? channel.tags / tags : null),
    time(channel?.min_gap ?? null),
  ];
  values.forEach((value, index) => {
    const cell = row.cells[index];
    if (cell) setText(cell, value);
  });
  if (row.cells[1]) setAttribute(row.cells[1], "title", rateTitle(rate, stated));
  if (row.cells[3]) setAttribute(row.cells[3], "title", exact(channel?.min_gap ?? null) || null);
}

function rateTitle(rate: number | null, stated: number | null): string {
  if (stated !== null) return `${stated} Hz in the header: only syncs before a photon are recorded`;
  return rate === null ? "The time between tags is unknown" : `${rate} Hz`;
}

function flip(channel: bigint): void {
  const hidden = new Set(get().view.hidden);
  if (!hidden.delete(channel)) hidden.add(channel);
  setView({ hidden });
}
