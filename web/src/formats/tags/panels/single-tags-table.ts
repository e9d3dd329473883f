/** The table of single tags: only the visible rows are in the page; keys move from row to row. */

import { ranks, seriesStyle, shortNumber, si } from "@tagview/charts";
import type { Listing } from "@tagview/engine";
import { h } from "../../../ui/dom";
import { emphasise } from "../../../ui/emphasis";
import { scrolledTable } from "../../../ui/scrolled-table";
import { virtualRows } from "../../../ui/virtual-rows";
import { colourOrder } from "../session/colours";
import { exactTime } from "../session/exact-time";
import { lengthOf } from "../session/reading";
import { wholeOf } from "../session/results";
import { get, setView } from "../session/state";
import { exact } from "../session/time";

/** Gaps between tags that the rate chart shows around one that is chosen. */
const GAPS_AROUND = 40n;
/** Rows that a key moves by. */
const STEPS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 };

export class SingleTagsTable {
  readonly root: HTMLElement;
  /** Time of the recording's first tag, from which times count. */
  origin = 0n;
  /** The last listing; null before the first. */
  listing: Listing | null = null;
  /** The row that keys move from. */
  private chosen = 0;
  private colours = new Map<bigint, number>();
  private readonly table: HTMLTableElement;
  private readonly rows: ReturnType<typeof virtualRows>;

  constructor() {
    const titles = ["time", "ticks", "channel", "gap"];
    const { scroller, table } = scrolledTable({
      caption: "Single tags",
      label: "List of single tags",
      titles,
    });
    [this.root, this.table] = [scroller, table];
    this.rows = virtualRows(this.root, this.table, (index) => this.row(index));
    this.table.addEventListener("keydown", (event) => this.onKey(event));
  }

  /** Lists tags again, that are the same with other looks. */
  redraw(listing: Listing): void {
    this.take(listing);
    this.rows.grow(listing.times.length);
  }

  /** Lists other tags, and chooses the first one from the time `at` on; null for the first of all. */
  show(listing: Listing, at: bigint | null): void {
    this.take(listing);
    const { length } = listing.times;
    const place = at === null ? 0 : listing.times.findIndex((time) => time >= at);
    this.chosen = place < 0 ? length - 1 : place;
    this.rows.show(length);
    if (length > 0) this.rows.reach(this.chosen);
  }

  clear(): void {
    this.rows.show(0);
  }

  bringIntoSight(): void {
    this.table.querySelector('[aria-current="true"]')?.scrollIntoView({ block: "nearest" });
  }

  private take(listing: Listing): void {
    this.listing = listing;
    this.colours = ranks(colourOrder(), listing.channels);
  }

  private onKey(event: KeyboardEvent): void {
    const last = (this.listing?.times.length ?? 0) - 1;
    const by = STEPS[event.key];
    const to = { Home: 0, End: last }[event.key] ?? (by === undefined ? null : this.chosen + by);
    if (to === null) return;
    event.preventDefault();
    this.choose(Math.max(0, Math.min(last, to)));
  }

  private choose(index: number): void {
    this.chosen = index;
    this.rows.grow(this.listing?.times.length ?? 0);
    this.rows.reach(index);
    this.table.querySelector<HTMLElement>('[aria-current="true"] button')?.focus({ preventScroll: true });
  }

  private row(index: number): HTMLTableRowElement {
    const { times, channels, skipped } = this.listing as Listing;
    const [time = 0n, channel = 0n] = [times[index], channels[index]];
    const before = index > 0 ? times[index - 1] : undefined;
    const style = seriesStyle(this.colours.get(channel) ?? 0);
    const isChosen = index === this.chosen;
    const after = time - this.origin;
    const gap = before === undefined ? null : time - before;
    const show = h(
      "button",
      {
        tabindex: isChosen ? 0 : -1,
        title: `Show it in the rate chart (recorded as ${time.toLocaleString("en-US")} ticks)`,
        onclick: () => this.showTag(index),
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
        { title: exact(gap) || (skipped > 0 ? "The previous tag is not listed" : "There is no tag before") },
        gapText(gap),
      ),
    );
  }

  /** Shows a tag in the rate chart, with some around it. */
  private showTag(index: number): void {
    this.choose(index);
    const { tick, current } = get();
    const { times } = this.listing as Listing;
    const time = times[index];
    const length = lengthOf(wholeOf(current, "summary"));
    if (time === undefined || length === null) return;
    const half = Number(GAPS_AROUND / 2n);
    const [from, to] = [times[Math.max(0, index - half)], times[Math.min(times.length - 1, index + half)]];
    const around = BigInt(Math.max(16, Math.round(Number((to ?? time) - (from ?? time)) / 2)));
    const [low, high] = [time - this.origin - around, time - this.origin + around];
    setView({ rate: [Math.max(0, Number(low) * tick), Number(high < length ? high : length) * tick] });
  }
}

/** A gap between tags in its own unit. */
function gapText(gap: bigint | null): string {
  const { tick, units } = get();
  if (gap === null) return "–";
  return units === "ticks" ? gap.toLocaleString("en-US") : si(Number(gap) * tick, "s", 5);
}
