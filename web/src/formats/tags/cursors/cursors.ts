/** Two cursors on a chart: where they stand, and how they are placed, moved and taken away. */

import { announce } from "../../../ui/announce";
import { h, setAttribute, setText } from "../../../ui/dom";
import { type Field, field } from "../../../ui/field";
import type { Figure } from "../../../ui/figure";
import { get } from "../state";
import { boxed, boxOf, exact } from "../time";
import { readTime } from "../typed-time";
import type { Grid } from "./grid";

const NS = "http://www.w3.org/2000/svg";
/** Pixels from a cursor within which the pointer takes hold of it. */
const NEAR = 5;
/** Pixels that a pointer may move for a click to be one. */
const CLICK = 4;
const NAMES = ["A", "B"] as const;

/** What is known of a chart now. */
export interface Charted {
  grid: Grid;
  /** What lies between two places of the grid, in words. */
  between: (from: number, to: number) => string;
  /** The same of all that there is, coarser: for cursors that what is drawn does not reach. */
  whole?: Charted | null;
}

export interface Cursors {
  /** Draws them over a chart, of which `charted` tells what is needed where there are cursors; null where there is nothing. */
  render: (charted: () => Charted | null) => void;
}

/** "1.25 ns (8 ticks)". */
function exactly(ticks: bigint): string {
  return get().units === "ticks" ? exact(ticks) : `${boxed(ticks)} (${exact(ticks)})`;
}

/** Adds cursors to a figure whose horizontal axis is in seconds; `changed` has it drawn. */
export function cursorsOn(figure: Figure, title: string, changed: () => void): Cursors {
  /** Ticks on the axis, as they were placed. */
  let places: (bigint | null)[] = [null, null];
  /** What the chart shows, which `ask` tells when it is needed first. */
  let ask: () => Charted | null = () => null;
  let known: Charted | null | undefined;
  /** Where the pointer is, in pixels from the chart's left; null where it is not on it. */
  let pointer: number | null = null;
  let held: number | null = null;
  let pressed: number | null = null;
  const { host, overlay } = figure;
  const lines = NAMES.map((name) => {
    const group = document.createElementNS(NS, "g");
    group.setAttribute("class", "cursor");
    const line = document.createElementNS(NS, "line");
    const text = document.createElementNS(NS, "text");
    text.textContent = name;
    group.append(line, text);
    overlay.append(group);
    return { group, line, text };
  });
  const boxes: Field[] = NAMES.map((name, index) =>
    field({
      label: name,
      name: `Cursor ${name} of ${title}`,
      title: "A time such as 10 ns or 64 ticks; arrows up and down move the cursor",
      size: 10,
      apply: (text, shown) => {
        place(index, text === "" ? null : readTime(text, boxOf(shown)).value);
        return null;
      },
    }),
  );
  boxes.forEach(({ input }, index) => {
    input.addEventListener("keydown", (event) => {
      const by = { ArrowUp: 1, ArrowDown: -1 }[event.key];
      const at = places[index];
      const grid = charted(places)?.grid;
      if (by === undefined || at == null || !grid) return;
      event.preventDefault();
      const to = Math.max(0, Math.min(grid.length - 1, grid.nearest(at) + by));
      place(index, grid.at(to));
    });
  });
  const words = h("output", {});
  const clear = h(
    "button",
    {
      type: "button",
      class: "quiet",
      title: "Take the cursors away (Escape)",
      "aria-label": `Take the cursors of ${title} away`,
      onclick: () => takeAway(),
    },
    "×",
  );
  const row = h(
    "div",
    { class: "panel-fields cursors", role: "group", "aria-label": `Cursors of ${title}`, hidden: true },
    ...boxes.map(({ root }) => root),
    clear,
    words,
  );
  host.before(row);
  const button = h(
    "button",
    {
      type: "button",
      class: "quiet",
      title: "Two cursors (Shift and click, or k, places one)",
      "aria-label": `Cursors of ${title}`,
      "aria-pressed": "false",
      onclick: () => (isPlaced() ? takeAway() : placeBoth()),
    },
    "A|B",
  );
  figure.tools.prepend(button);

  const isPlaced = (): boolean => places.some((one) => one !== null);
  const ticksAt = (pixel: number): bigint | null => {
    const frame = figure.frame();
    if (!frame) return null;
    const inside = Math.max(frame.left, Math.min(frame.right, pixel));
    return BigInt(Math.round(frame.x.invert(inside) / get().tick));
  };
  const pixelOf = (ticks: bigint): number => figure.frame()?.x(Number(ticks) * get().tick) ?? Number.NaN;
  /** What all of these times lie in; null for nothing. */
  function charted(times: readonly (bigint | null)[]): Charted | null {
    if (known === undefined) known = ask();
    const holds = (one: Charted): boolean => {
      if (one.grid.length === 0) return false;
      const [from, to] = [one.grid.at(0), one.grid.at(one.grid.length - 1)];
      return times.every((time) => time === null || (time >= from && time <= to));
    };
    return [known, known?.whole].find((one) => one && holds(one)) ?? null;
  }

  const snapped = (ticks: bigint | null, among: Charted | null): bigint | null =>
    ticks === null || !among ? ticks : among.grid.at(among.grid.nearest(ticks));
  /** Where a cursor stands on what is drawn. */
  const shown = (index: number): bigint | null => snapped(places[index] ?? null, charted(places));

  function place(index: number, ticks: bigint | null): void {
    const at = snapped(ticks, charted([ticks]));
    places = places.map((one, k) => (k === index ? at : one));
    changed();
  }

  function placeBoth(): void {
    const frame = figure.frame();
    if (!frame) return;
    const third = (frame.right - frame.left) / 3;
    place(0, ticksAt(frame.left + third));
    place(1, ticksAt(frame.right - third));
  }

  function takeAway(): void {
    places = [null, null];
    announce("Cursors taken away.");
    changed();
  }

  /** Places the cursor that is missing, or moves the nearer one. */
  function placeAt(pixel: number): void {
    const missing = places.indexOf(null);
    const far = (index: number): number => Math.abs(pixelOf(shown(index) ?? 0n) - pixel);
    place(missing >= 0 ? missing : far(0) <= far(1) ? 0 : 1, ticksAt(pixel));
    announce(words.textContent ?? "");
  }

  const pixelIn = (event: PointerEvent): number => event.clientX - host.getBoundingClientRect().left;
  const under = (pixel: number): number =>
    places.findIndex((one, k) => one !== null && Math.abs(pixelOf(shown(k) ?? 0n) - pixel) <= NEAR);
  // Before the chart's own gestures, which a hold on a cursor is not.
  host.addEventListener(
    "pointerdown",
    (event) => {
      if (event.button !== 0 || !figure.frame()) return;
      const pixel = pixelIn(event);
      const index = under(pixel);
      pressed = event.shiftKey ? pixel : null;
      if (index < 0 || event.shiftKey) return;
      held = index;
      host.setPointerCapture(event.pointerId);
      event.stopImmediatePropagation();
    },
    { capture: true },
  );
  host.addEventListener("pointermove", (event) => {
    pointer = pixelIn(event);
    host.classList.toggle("on-cursor", held !== null || under(pointer) >= 0);
    if (held !== null) place(held, ticksAt(pointer));
  });
  host.addEventListener("pointerleave", () => {
    pointer = null;
  });
  const release = (event: PointerEvent): void => {
    const pixel = pixelIn(event);
    if (event.type === "pointerup" && pressed !== null && Math.abs(pixel - pressed) < CLICK) placeAt(pixel);
    if (held !== null) announce(words.textContent ?? "");
    held = pressed = null;
  };
  host.addEventListener("pointerup", release);
  host.addEventListener("pointercancel", release);
  const onKey = (event: KeyboardEvent): void => {
    const frame = figure.frame();
    if (!frame || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (event.key === "k" && event.currentTarget === host) placeAt(pointer ?? (frame.left + frame.right) / 2);
    else if (event.key === "Escape" && isPlaced()) takeAway();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  host.addEventListener("keydown", onKey);
  row.addEventListener("keydown", onKey);

  /** "B − A 1.25 ns (8 ticks), 412 pairs, …". */
  function said(): string {
    const [a, b] = [shown(0), shown(1)];
    if (a === null || b === null) return a === b ? "" : "place the other one";
    const [from, to] = a < b ? [a, b] : [b, a];
    const far = `B − A ${exactly(b - a)}`;
    const counted = charted(places);
    if (!counted) return `${far}; what is between is not counted`;
    const { grid, between } = counted;
    return `${far}, ${between(grid.nearest(from), grid.nearest(to))}`;
  }

  return {
    render: (now) => {
      ask = now;
      known = undefined;
      const frame = figure.frame();
      row.hidden = !isPlaced();
      setAttribute(button, "aria-pressed", String(isPlaced()));
      lines.forEach(({ group, line, text }, index) => {
        const at = shown(index);
        const x = at === null ? Number.NaN : pixelOf(at);
        const isSeen = frame !== null && x >= frame.left - 0.5 && x <= frame.right + 0.5;
        setAttribute(group, "visibility", isSeen ? "visible" : "hidden");
        boxes[index]?.render(at === null ? "" : boxed(at));
        if (!isSeen) return;
        const places = { x1: x, x2: x, y1: frame.top, y2: frame.bottom };
        for (const [name, value] of Object.entries(places)) setAttribute(line, name, String(value));
        setAttribute(text, "x", String(x + (x > frame.right - 14 ? -11 : 4)));
        setAttribute(text, "y", String(frame.bottom - 5));
      });
      setText(words, said());
    },
  };
}
