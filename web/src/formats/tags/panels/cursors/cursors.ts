/** Two cursors on a chart: their positions, and how they are placed, moved and removed. */

import { announce } from "../../../../ui/announce";
import { quietButton, setAttribute, setText } from "../../../../ui/dom";
import type { Figure } from "../../../../ui/figure";
import { reactive } from "../../../../ui/signals";
import { get } from "../../session/state";
import { boxed, exact } from "../../session/time";
import type { Grid } from "./grid";
import { CursorLine } from "./line";
import { type CursorRow, cursorRow, NAMES } from "./row";

/** Maximum distance in pixels from the pointer to a cursor that it can drag. */
const NEAR = 5;
/** Pixels that a pointer may move for a click to be one. */
const CLICK = 4;

/** The data of a chart that cursors need. */
export interface Charted {
  grid: Grid;
  /** Values between two positions of the grid, as text. */
  between: (from: number, to: number) => string;
  /** The same for the whole recording at a coarser resolution, for cursors outside the drawn range. */
  whole?: Charted | null;
}

/** Places of the cursors on an axis. */
interface Places {
  places: readonly (bigint | null)[];
}

export const newPlaces = (): Places => reactive<Places>({ places: [null, null] });

/** "1.25 ns (8 ticks)". */
function exactly(ticks: bigint): string {
  return get().units === "ticks" ? exact(ticks) : `${boxed(ticks)} (${exact(ticks)})`;
}

/** The cursors of a figure whose horizontal axis is in seconds. */
export class Cursors {
  /** Ticks on the axis, as they were placed. */
  private readonly now: Places;
  /** Returns the content of the chart, computed on first use. */
  private ask: () => Charted | null = () => null;
  private known: Charted | null | undefined;
  /** Position of the pointer in pixels from the chart's left; null outside the chart. */
  private pointer: number | null = null;
  private held: number | null = null;
  private pressed: number | null = null;

  private readonly figure: Figure;
  private readonly lines: CursorLine[];
  private readonly row: CursorRow;
  private readonly button: HTMLElement;

  /** Adds them to `figure`; figures with the same axis share `places`. */
  constructor(figure: Figure, title: string, places: Places = newPlaces()) {
    this.figure = figure;
    this.now = places;
    this.lines = NAMES.map((name) => new CursorLine(figure.overlay, name));
    this.row = cursorRow(title, {
      place: (index, ticks) => this.place(index, ticks),
      move: (index, by) => this.move(index, by),
      takeAway: () => this.takeAway(),
    });
    figure.host.before(this.row.root);
    this.button = quietButton("A|B", () => (this.isPlaced() ? this.takeAway() : this.placeBoth()), {
      title: "Two cursors (Shift and click, or k, places one)",
      "aria-label": `Cursors of ${title}`,
      "aria-pressed": "false",
    });
    figure.tools.prepend(this.button);
    this.listenToPointer();
    const onKey = (event: KeyboardEvent): void => this.onKey(event);
    figure.host.addEventListener("keydown", onKey);
    this.row.root.addEventListener("keydown", onKey);
  }

  /** Draws them over a chart; `charted` returns the data they need, null without a chart. */
  render(charted: () => Charted | null): void {
    this.ask = charted;
    this.known = undefined;
    const { root, boxes, words } = this.row;
    root.hidden = !this.isPlaced();
    setAttribute(this.button, "aria-pressed", String(this.isPlaced()));
    this.lines.forEach((line, index) => {
      const at = this.shown(index);
      line.render(at === null ? Number.NaN : this.pixelOf(at), this.figure.frame());
      boxes[index]?.render(at === null ? "" : boxed(at));
    });
    setText(words, this.text());
  }

  private get places(): readonly (bigint | null)[] {
    return this.now.places;
  }

  private isPlaced(): boolean {
    return this.places.some((one) => one !== null);
  }

  private ticksAt(pixel: number): bigint | null {
    const frame = this.figure.frame();
    if (!frame) return null;
    const inside = Math.max(frame.left, Math.min(frame.right, pixel));
    return BigInt(Math.round(frame.x.invert(inside) / get().tick));
  }

  private pixelOf(ticks: bigint): number {
    return this.figure.frame()?.x(Number(ticks) * get().tick) ?? Number.NaN;
  }

  /** The data whose grid contains all of these times; null for none. */
  private charted(times: readonly (bigint | null)[]): Charted | null {
    if (this.known === undefined) this.known = this.ask();
    const holds = (one: Charted): boolean => {
      if (one.grid.length === 0) return false;
      const [from, to] = [one.grid.at(0), one.grid.at(one.grid.length - 1)];
      return times.every((time) => time === null || (time >= from && time <= to));
    };
    return [this.known, this.known?.whole].find((one) => one && holds(one)) ?? null;
  }

  /** The position of a cursor in the drawn range. */
  private shown(index: number): bigint | null {
    return snapped(this.places[index] ?? null, this.charted(this.places));
  }

  private place(index: number, ticks: bigint | null): void {
    const at = snapped(ticks, this.charted([ticks]));
    this.now.places = this.places.map((one, k) => (k === index ? at : one));
  }

  /** Moves a cursor by positions of the grid; false if there is none. */
  private move(index: number, by: number): boolean {
    const at = this.places[index];
    const grid = this.charted(this.places)?.grid;
    if (at == null || !grid) return false;
    const to = Math.max(0, Math.min(grid.length - 1, grid.nearest(at) + by));
    this.place(index, grid.at(to));
    return true;
  }

  private placeBoth(): void {
    const frame = this.figure.frame();
    if (!frame) return;
    const third = (frame.right - frame.left) / 3;
    this.place(0, this.ticksAt(frame.left + third));
    this.place(1, this.ticksAt(frame.right - third));
  }

  private takeAway(): void {
    this.now.places = [null, null];
    announce("Cursors taken away.");
  }

  /** Places the cursor that is missing, or moves the nearer one. */
  private placeAt(pixel: number): void {
    const missing = this.places.indexOf(null);
    const far = (index: number): number => Math.abs(this.pixelOf(this.shown(index) ?? 0n) - pixel);
    this.place(missing >= 0 ? missing : far(0) <= far(1) ? 0 : 1, this.ticksAt(pixel));
    this.notify();
  }

  private notify(): void {
    announce(this.row.words.textContent ?? "");
  }

  /** The cursor under the pointer; -1 for none. */
  private under(pixel: number): number {
    return this.places.findIndex(
      (one, k) => one !== null && Math.abs(this.pixelOf(this.shown(k) ?? 0n) - pixel) <= NEAR,
    );
  }

  private listenToPointer(): void {
    const { host } = this.figure;
    const pixelIn = (event: PointerEvent): number => event.clientX - host.getBoundingClientRect().left;
    // Handled before the chart's own gestures, so that a cursor can be dragged.
    host.addEventListener(
      "pointerdown",
      (event) => {
        if (event.button !== 0 || !this.figure.frame()) return;
        const pixel = pixelIn(event);
        const index = this.under(pixel);
        this.pressed = event.shiftKey ? pixel : null;
        if (index < 0 || event.shiftKey) return;
        this.held = index;
        host.setPointerCapture(event.pointerId);
        event.stopImmediatePropagation();
      },
      { capture: true },
    );
    host.addEventListener("pointermove", (event) => {
      this.pointer = pixelIn(event);
      host.classList.toggle("on-cursor", this.held !== null || this.under(this.pointer) >= 0);
      if (this.held !== null) this.place(this.held, this.ticksAt(this.pointer));
    });
    host.addEventListener("pointerleave", () => {
      this.pointer = null;
    });
    const release = (event: PointerEvent): void => {
      const pixel = pixelIn(event);
      const isClick = this.pressed !== null && Math.abs(pixel - this.pressed) < CLICK;
      if (event.type === "pointerup" && isClick) this.placeAt(pixel);
      if (this.held !== null) this.notify();
      this.held = this.pressed = null;
    };
    host.addEventListener("pointerup", release);
    host.addEventListener("pointercancel", release);
  }

  private onKey(event: KeyboardEvent): void {
    const { host } = this.figure;
    const frame = this.figure.frame();
    if (!frame || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (event.key === "k" && event.currentTarget === host)
      this.placeAt(this.pointer ?? (frame.left + frame.right) / 2);
    else if (event.key === "Escape" && this.isPlaced()) this.takeAway();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** "B − A 1.25 ns (8 ticks), 412 pairs, …". */
  private text(): string {
    const [a, b] = [this.shown(0), this.shown(1)];
    if (a === null || b === null) return a === b ? "" : "place the other one";
    const [from, to] = a < b ? [a, b] : [b, a];
    const far = `B − A ${exactly(b - a)}`;
    const counted = this.charted(this.places);
    if (!counted) return `${far}; the range between them is not counted`;
    const { grid, between } = counted;
    return `${far}, ${between(grid.nearest(from), grid.nearest(to))}`;
  }
}

function snapped(ticks: bigint | null, among: Charted | null): bigint | null {
  return ticks === null || !among ? ticks : among.grid.at(among.grid.nearest(ticks));
}
