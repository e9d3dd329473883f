import "./single-tags.css";
import { count, ranks, seriesStyle, shortNumber, si } from "@tagview/charts";
import { type Listing, TagviewError } from "@tagview/engine";
import type { Panel } from "../../../app/panel";
import { h, setAttribute, setText } from "../../../ui/dom";
import { emphasise } from "../../../ui/emphasis";
import { explanation } from "../../../ui/explanation";
import { field } from "../../../ui/field";
import { sentence } from "../../../ui/sentence";
import { virtualRows } from "../../../ui/virtual-rows";
import { colourOrder } from "../colours";
import { exactTime } from "../exact-time";
import { askLater } from "../later-queries";
import { lengthOf } from "../reading";
import type { Recording } from "../recording";
import { refusalOf, wholeOf } from "../results";
import { isPending, scopeLabel } from "../scope-label";
import { get, type State, setView } from "../state";
import { boxed, boxOf, exact } from "../time";
import { readTime } from "../typed-time";

/** Most tags in the table, and how many of them are before the time that is gone to. */
const MOST = 10_000n;
const EARLIER = 2000n;
/** Gaps between tags that the rate chart shows around one that is chosen. */
const GAPS_AROUND = 40n;
/** Rows that a key moves by. */
const STEPS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 };

/** The tags of the recording, or of the chosen range, one by one. */
export function singleTagsBody(): Panel<State> {
  let drawn: Listing | null = null;
  /** The row that keys move from. */
  let chosen = 0;
  let origin = 0n;
  let colours = new Map<bigint, number>();
  const goTo = field({
    label: "go to",
    name: "Go to time",
    title: "Time after the first tag, such as 0.5 s or 64 ticks; empty for the beginning",
    size: 12,
    apply: (text, shown) => {
      if (text === "") {
        setView({ at: null });
        return null;
      }
      const { value, rounded } = readTime(text, boxOf(shown));
      checkPlace(value);
      setView({ at: value });
      return rounded;
    },
  });
  const said = h("output", { class: "faint" });
  const chip = h("span", { class: "chip", hidden: true });
  const step = (text: string, title: string, run: () => void): HTMLButtonElement =>
    h("button", { type: "button", class: "small", title, onclick: run }, text);
  const earlier = step("Earlier", "List the tags before these", () => goOn(0));
  const later = step("Later", "List the tags after these", () => goOn((drawn?.times.length ?? 0) - 1));
  const refused = h("p", { class: "refused", role: "alert", hidden: true });
  const table = h(
    "table",
    {},
    h("caption", { class: "unseen" }, "Single tags"),
    h(
      "thead",
      {},
      h("tr", {}, ...["time", "ticks", "channel", "gap"].map((name) => h("th", { scope: "col" }, name))),
    ),
  );
  const scroller = h(
    "div",
    { class: "scroller", role: "region", tabindex: 0, "aria-label": "List of single tags" },
    table,
  );
  const rows = virtualRows(scroller, table, row);
  table.addEventListener("keydown", (event) => {
    const last = (drawn?.times.length ?? 0) - 1;
    const by = STEPS[event.key];
    const to = { Home: 0, End: last }[event.key] ?? (by === undefined ? null : chosen + by);
    if (to === null) return;
    event.preventDefault();
    choose(Math.max(0, Math.min(last, to)));
  });
  const root = h(
    "div",
    { class: "single-tags-body" },
    h(
      "div",
      { class: "panel-fields" },
      goTo.root,
      earlier,
      later,
      said,
      chip,
      explanation("Single tags", async () => (await import("../explanations")).explanations.tags),
    ),
    refused,
    scroller,
  );

  function choose(index: number): void {
    chosen = index;
    rows.grow(drawn?.times.length ?? 0);
    rows.reach(index);
    table.querySelector<HTMLElement>('[aria-current="true"] button')?.focus({ preventScroll: true });
  }

  /** Lists the tags around one at an end of the table. */
  function goOn(index: number): void {
    const time = drawn?.times[index];
    if (time !== undefined) setView({ at: time - origin });
  }

  function row(index: number): HTMLTableRowElement {
    const { times, channels, skipped } = drawn as Listing;
    const [time = 0n, channel = 0n] = [times[index], channels[index]];
    const before = index > 0 ? times[index - 1] : undefined;
    const style = seriesStyle(colours.get(channel) ?? 0);
    const isChosen = index === chosen;
    const after = time - origin;
    const gap = before === undefined ? null : time - before;
    const show = h(
      "button",
      {
        type: "button",
        tabindex: isChosen ? 0 : -1,
        title: `Show it in the rate chart (recorded as ${time.toLocaleString("en-US")} ticks)`,
        onclick: () => showTag(index),
      },
      exactTime(after),
    );
    return h(
      "tr",
      {
        class: `tv-c${style.slot}${style.dash ? " dashed" : ""}`,
        "data-channel": String(channel),
        "aria-current": isChosen ? "true" : null,
        onpointerenter: () => emphasise(channel),
        onpointerleave: () => emphasise(null),
      },
      h("th", { scope: "row" }, show),
      h("td", {}, after.toLocaleString("en-US")),
      h(
        "td",
        { title: shortNumber(channel) === String(channel) ? null : String(channel) },
        h("span", { class: "swatch", "aria-hidden": "true" }),
        shortNumber(channel),
      ),
      h(
        "td",
        { title: exact(gap) || (skipped > 0 ? "The tag before is not listed" : "There is no tag before") },
        gapText(gap),
      ),
    );
  }

  /** Shows a tag in the rate chart, with some around it. */
  function showTag(index: number): void {
    choose(index);
    const { tick, current } = get();
    const { times } = drawn as Listing;
    const time = times[index];
    const length = lengthOf(wholeOf(current, "summary"));
    if (time === undefined || length === null) return;
    const half = Number(GAPS_AROUND / 2n);
    const [from, to] = [times[Math.max(0, index - half)], times[Math.min(times.length - 1, index + half)]];
    const around = BigInt(Math.max(16, Math.round(Number((to ?? time) - (from ?? time)) / 2)));
    const [low, high] = [time - origin - around, time - origin + around];
    setView({ rate: [Math.max(0, Number(low) * tick), Number(high < length ? high : length) * tick] });
  }

  function draw(data: Listing, state: State, isOther: boolean): void {
    drawn = data;
    colours = ranks(colourOrder(), data.channels);
    const at = state.view.at === null ? null : origin + state.view.at;
    if (!isOther) {
      rows.grow(data.times.length);
      return;
    }
    const place = at === null ? 0 : data.times.findIndex((time) => time >= at);
    chosen = place < 0 ? data.times.length - 1 : place;
    rows.show(data.times.length);
    if (data.times.length > 0) rows.reach(chosen);
    if (root.contains(document.activeElement))
      table.querySelector('[aria-current="true"]')?.scrollIntoView({ block: "nearest" });
  }

  askLater((recording, state) => (isOpen(root) ? query(recording, state) : null));
  let last: unknown[] = [];
  return {
    root,
    render: (state, changed) => {
      const { current, view, tick, units } = state;
      origin = wholeOf(current, "summary")?.first ?? 0n;
      goTo.render(view.at === null ? "" : boxed(view.at, "s"), "0 s");
      const refusal = refusalOf(current, "tags");
      refused.hidden = refusal === null;
      setText(refused, refusal ? sentence(refusal) : "");
      const data = (current?.queries.answer("tags")?.analyses?.listing as Listing | undefined) ?? null;
      const label = data ? scopeLabel(state, "tags") : null;
      setAttribute(root, "aria-busy", String(current !== null && isPending(state, "tags")));
      if (!changed(data, String(colourOrder()), view.at, view.hidden, tick, units, label, refusal)) return;
      chip.hidden = label === null;
      setText(chip, label ?? "");
      const awaited =
        current && query(current, state) === null ? "Every channel is switched off." : "Counting …";
      setText(said, data ? tally(data, view.range !== null) : refusal ? "" : awaited);
      earlier.hidden = later.hidden = data === null || data.times.length === data.tags;
      earlier.disabled = data?.skipped === 0;
      later.disabled = data !== null && data.skipped + data.times.length === data.tags;
      const now = [current, view.at, data?.times[0], data?.skipped];
      if (data)
        draw(
          data,
          state,
          now.some((part, k) => part !== last[k]),
        );
      else rows.show(0);
      last = now;
    },
  };
}

/** Whether the panel around it is unfolded. */
function isOpen(root: HTMLElement): boolean {
  return root.closest(".folded") === null && root.isConnected;
}

/** What is asked; null where there is nothing to list. */
function query(recording: Recording, { view, tickText }: State) {
  const summary = wholeOf(recording, "summary");
  if (summary?.first == null) return null;
  const { at, range, hidden, define } = view;
  const shown = summary.channels.map(({ channel }) => channel).filter((channel) => !hidden.has(channel));
  if (shown.length === 0) return null;
  const channels = hidden.size > 0 ? { channels: shown } : {};
  const around = at === null ? {} : { from: summary.first + at, earlier: EARLIER };
  return {
    topic: "tags" as const,
    request: {
      analyses: [
        { name: "listing" as const, id: "listing", most: at === null ? MOST : MOST - EARLIER, ...around },
      ],
      ...(range || hidden.size > 0 ? { selection: { ...range, ...channels } } : {}),
      ...(define.length > 0 ? { define: [...define], tick: tickText } : {}),
    },
  };
}

/** "first 10,000 of 1,234,567 tags in the range": which of them are listed. */
function tally({ tags, skipped, times }: Listing, inRange: boolean): string {
  const all = `${count(tags)} ${tags === 1 ? "tag" : "tags"}${inRange ? " in the range" : ""}`;
  if (times.length === tags) return all;
  if (skipped === 0) return `first ${count(times.length)} of ${all}`;
  return `${count(skipped + 1)} to ${count(skipped + times.length)} of ${all}`;
}

/** A gap between tags in its own unit. */
function gapText(gap: bigint | null): string {
  const { tick, units } = get();
  if (gap === null) return "–";
  return units === "ticks" ? gap.toLocaleString("en-US") : si(Number(gap) * tick, "s", 5);
}

/** @throws TagviewError where a time lies outside of the recording. */
function checkPlace(at: bigint): void {
  const length = lengthOf(wholeOf(get().current, "summary"));
  if (at < 0n) throw new TagviewError("usage", "the recording begins after this time", "write 0 or more");
  if (length !== null && at > length)
    throw new TagviewError(
      "usage",
      "the recording ends before this time",
      `write ${count(length)} ticks or less`,
    );
}
