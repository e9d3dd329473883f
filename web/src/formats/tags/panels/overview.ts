/** A strip of the whole recording that stays in sight, with the visible part of the time axis. Loaded on first use. */

import "./overview.css";
import type { Panel } from "../../../app/panel";
import { h, setAttribute, setAttributes, svg } from "../../../ui/dom";
import { derived } from "../../../ui/signals";
import { unseenIn, wholeOf } from "../session/results";
import { get, type State, setView } from "../session/state";
import { secondsText } from "../session/time";
import { extent } from "./rate";

type Span = readonly [low: number, high: number];

/** Width and height of the curve, which is stretched to the strip. */
const WIDTH = 1000;
const HEIGHT = 100;

/** The strip; it is hidden while all of the recording is visible and no range is chosen. */
export function overviewPanel(): Panel<State> {
  const area = svg("path", { class: "overview-area" });
  const band = svg("rect", { class: "range-band", y: 0, height: HEIGHT });
  const box = { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", "aria-hidden": "true" };
  const curve = svg("svg", box);
  curve.append(area, band);
  const part = h("div", {
    class: "overview-part",
    role: "slider",
    tabindex: 0,
    "aria-label": "Visible part of the recording",
    "aria-valuemin": "0",
    title: "Drag it, or use the arrow keys; plus and minus zoom, 0 shows all",
  });
  const strip = h("div", { class: "overview-strip" }, curve, part);
  const root = h(
    "section",
    { class: "panel overview", "aria-label": "Whole recording", hidden: true },
    strip,
  );
  moveByPointer(strip);
  part.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !moveByKey(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
  });
  const drawn = derived(() => setAttribute(area, "d", pathOf()));
  return {
    root,
    render: ({ view, tick }) => {
      const all = extent();
      root.hidden = all === null || (view.rate === null && view.range === null);
      if (all === null || root.hidden) return;
      drawn();
      const [low, high] = view.rate ?? all;
      const share = (seconds: number): number => seconds / all[1];
      part.style.left = `${100 * share(low)}%`;
      part.style.width = `${100 * share(high - low)}%`;
      setAttribute(part, "aria-valuemax", String(all[1]));
      setAttribute(part, "aria-valuenow", String(low));
      const [from, to, end] = [low, high, all[1]].map((seconds) => secondsText(seconds, 4));
      setAttribute(part, "aria-valuetext", `${from} to ${to} of ${end}`);
      setAttribute(band, "visibility", view.range ? "visible" : "hidden");
      if (!view.range) return;
      const [first, last] = [view.range.from, view.range.to].map(
        (ticks) => WIDTH * share(Number(ticks) * tick),
      );
      setAttributes(band, { x: first ?? 0, width: Math.max(1, (last ?? 0) - (first ?? 0)) });
    },
  };
}

/** The rate of all visible channels together, from 0. */
function pathOf(): string {
  const state = get();
  const { current, tick } = state;
  const rate = wholeOf(current, "rate");
  const all = extent();
  if (!rate || all === null) return "";
  const unseen = unseenIn(state);
  const channels = rate.channels.filter(({ channel }) => !unseen.has(channel));
  const bins = Math.max(0, ...channels.map(({ counts }) => counts.length));
  const sums = Array.from({ length: bins }, (_, k) =>
    channels.reduce((sum, { counts }) => sum + (counts[k] ?? 0), 0),
  );
  const highest = Math.max(1, ...sums);
  const width = (WIDTH * Number(rate.bin) * tick) / all[1];
  const tops = sums.map((sum, k) => {
    const y = (HEIGHT * (1 - sum / highest)).toFixed(1);
    return `L${(k * width).toFixed(2)},${y}H${((k + 1) * width).toFixed(2)}`;
  });
  return `M0,${HEIGHT}${tops.join("")}V${HEIGHT}Z`;
}

/** Moves the visible part, whose length stays, so that it begins at a time. */
function moveTo(low: number, [from, to]: Span, [, end]: Span): void {
  const length = to - from;
  const begin = Math.max(0, Math.min(end - length, low));
  setView({ rate: [begin, begin + length] });
}

function moveByPointer(strip: HTMLElement): void {
  /** The time under the pointer less the beginning of the visible part; null while no button is down. */
  let grip: number | null = null;
  const secondsAt = ({ clientX }: PointerEvent, [, end]: Span): number => {
    const { left, width } = strip.getBoundingClientRect();
    return ((clientX - left) / width) * end;
  };
  strip.addEventListener("pointerdown", (event) => {
    const all = extent();
    const { rate } = get().view;
    if (event.button !== 0 || all === null || rate === null) return;
    const at = secondsAt(event, all);
    const [low, high] = rate;
    const isInside = at >= low && at <= high;
    grip = isInside ? at - low : (high - low) / 2;
    if (!isInside) moveTo(at - grip, rate, all);
    strip.setPointerCapture(event.pointerId);
  });
  strip.addEventListener("pointermove", (event) => {
    const all = extent();
    const { rate } = get().view;
    if (grip !== null && all !== null && rate !== null) moveTo(secondsAt(event, all) - grip, rate, all);
  });
  const release = (): void => {
    grip = null;
  };
  strip.addEventListener("pointerup", release);
  strip.addEventListener("pointercancel", release);
}

/** Moves or zooms the visible part; false for other keys. */
function moveByKey(key: string): boolean {
  const all = extent();
  if (all === null) return false;
  const rate = get().view.rate ?? all;
  const [low, high] = rate;
  const step = (high - low) / 8;
  const places: Record<string, number> = {
    ArrowLeft: low - step,
    ArrowDown: low - step,
    ArrowRight: low + step,
    ArrowUp: low + step,
    PageDown: low - 8 * step,
    PageUp: low + 8 * step,
    Home: 0,
    End: all[1],
  };
  const place = places[key];
  if (place !== undefined) moveTo(place, rate, all);
  else if (key === "0") setView({ rate: null });
  else if (key === "+" || key === "=") setView({ rate: [low + step, high - step] });
  else if (key === "-") zoomOut(rate, all);
  else return false;
  return true;
}

function zoomOut([low, high]: Span, [, end]: Span): void {
  const step = (high - low) / 6;
  const [from, to] = [Math.max(0, low - step), Math.min(end, high + step)];
  setView({ rate: from === 0 && to === end ? null : [from, to] });
}
