/** `ticksChart`: single tags, a row for each channel. */

import { scaleLinear } from "d3";
import { inTicks, linearTicks, xAxis } from "../axis";
import { timeTicks } from "../clock-time";
import { canvas, type Frame, INK, type Scale, sizeOf } from "../frame";
import { namesWidth, rowAt, rowsIn } from "../heat-map";
import { shorten } from "../names";
import { count } from "../numbers";
import { element, nameElement, px } from "../svg";
import { type Series, visibleSeries } from "./channel-series";
import { DEFAULT_TICK, type TagChartOptions } from "./data";

/** Tags in order of time. */
export interface TicksData {
  times: BigInt64Array;
  /** Channel of each tag. */
  channels: readonly bigint[];
}

export interface TicksOptions extends TagChartOptions {
  /** The time in ticks at 0 on the axis. */
  origin: bigint;
  /** The visible range in seconds. */
  view: readonly [number, number];
  /** The channels with a row. */
  rows: readonly bigint[];
}

/** Ratio of the visible range to its distance from 0, below which the axis counts from the start of the range. */
const FAR = 1e-5;
/** Height of a tag as a share of its row. */
const HIGH = 0.72;
/** Maximum letters of a name. */
const MOST = 9;

/** The channels with a row, from the top; if not all fit, those with visible tags. */
function rowsOf(data: TicksData, options: TicksOptions, room: number): Series[] {
  const all = visibleSeries(
    options.rows.map((channel) => ({ channel, counts: new Float64Array() })),
    options,
  );
  if (rowsIn(room, all.length) >= all.length) return all;
  const seen = new Set(tagsIn(data, options).map(({ channel }) => channel));
  return all.filter(({ channel }) => seen.has(channel)).slice(0, rowsIn(room, all.length));
}

/** The plotting area: seconds to pixels, a row's number to its upper edge. */
export function ticksFrame(data: TicksData, options: TicksOptions): Frame {
  const { width, height } = sizeOf(options);
  const [top, bottom] = [22, height - 34];
  const rows = rowsOf(data, options, bottom - top);
  const left = namesWidth(rows.map(({ name }) => name));
  const right = width - 14;
  const x = scaleLinear([...options.view], [left, right]);
  const y = scaleLinear([0, Math.max(1, rows.length)], [top, bottom]);
  return { width, height, left, right, top, bottom, x, y };
}

/** A drawn tag. */
export interface DrawnTag {
  time: bigint;
  channel: bigint;
  /** Position on the axis in seconds. */
  at: number;
}

/** The visible tags. */
export function tagsIn(
  { times, channels }: TicksData,
  { origin, view: [low, high], tick = DEFAULT_TICK, hidden }: TicksOptions,
): DrawnTag[] {
  return [...times]
    .map((time, k) => ({ time, channel: channels[k] ?? 0n, at: Number(time - origin) * tick }))
    .filter(({ at, channel }) => at >= low && at <= high && !hidden?.has(channel));
}

/** Each tag as a line in the row of its channel. */
export function ticksChart(document: Document, data: TicksData, options: TicksOptions): SVGSVGElement {
  const size = sizeOf(options);
  const frame = ticksFrame(data, options);
  const rows = rowsOf(data, options, frame.bottom - frame.top);
  const tags = tagsIn(data, options);
  const names = rows.map(({ channel }) => channel).join(", ");
  const title = `Single tags${options.subject ? ` of ${options.subject}` : ""}`;
  const what = `A row each for channel ${names}; ${count(tags.length)} tags.`;
  const svg = canvas(document, "rate", size, title, what);
  const lines = element(document, "g", { class: "tv-lines tv-ticks", fill: "none" });
  const words = element(document, "g", { class: "tv-axis tv-rows", fill: INK.text });
  const height = frame.y(1) - frame.y(0);
  const every = Math.ceil(12 / height);
  rows.forEach(({ channel, name, style }, row) => {
    const middle = frame.y(row + 0.5);
    const [from, to] = [px(middle - (height * HIGH) / 2), px(middle + (height * HIGH) / 2)];
    const of = tags.filter((tag) => tag.channel === channel);
    const number = String(channel);
    const rule = { class: "tv-grid", d: `M${frame.left},${px(middle)}H${px(frame.right)}`, stroke: INK.grid };
    lines.append(
      element(document, "path", rule),
      element(document, "path", {
        class: `tv-line tv-c${style.slot}`,
        "data-channel": number,
        d: of.map(({ at }) => `M${px(frame.x(at))},${from}V${to}`).join("") || "M0,0",
        stroke: style.colour,
        "stroke-width": 1.5,
      }),
    );
    if (row % every !== 0) return;
    const at = { x: frame.left - 7, y: middle + 4, "text-anchor": "end", "data-channel": number };
    words.append(nameElement(document, at, name, shorten(name, MOST)));
  });
  const above = { class: "tv-label", x: 4, y: 12, fill: INK.faint };
  svg.append(words, element(document, "text", above, "channel"), lines, timeAxis(document, frame, options));
  return svg;
}

/** The axis of time. Far from 0 it counts from the start of the range, because full labels would not fit. */
function timeAxis(document: Document, frame: Frame, options: TicksOptions): SVGElement {
  const { units, tick = DEFAULT_TICK } = options;
  const [low = 0, high = 1] = frame.x.domain();
  const [begin, is] = [Math.ceil(low / tick), high - low < FAR * Math.abs(high)];
  const from = is ? begin * tick : 0;
  const x = frame.x.copy().domain([low - from, high - from]) as Scale;
  const moved = { ...frame, x };
  const after = !is
    ? ""
    : ` after ${units === "ticks" ? `${count(BigInt(begin))} ticks` : secondsToTheTick(begin, tick)}`;
  if (units === "ticks") {
    const axis = inTicks(moved, tick);
    return xAxis(document, axis, linearTicks(axis.x, frame.width / 110, " ticks"), `time${after}`);
  }
  const ticks = is ? linearTicks(x, frame.width / 110, "s") : timeTicks(x, frame.width);
  return xAxis(document, moved, ticks, `time${after}`);
}

/** Ticks in seconds, with enough digits to distinguish them. */
function secondsToTheTick(ticks: number, tick: number): string {
  const digits = Math.max(0, Math.min(15, 1 - Math.floor(Math.log10(tick))));
  return `${(ticks * tick)
    .toFixed(digits)
    .replace(/(\.\d*?)0+$/u, "$1")
    .replace(/\.$/u, "")}\u00a0s`;
}

/** The tag nearest to a point of the chart, preferably in its row; null if none is near. */
export function tagAt(
  data: TicksData,
  options: TicksOptions,
  at: number,
  pixel: number,
  near: number,
): DrawnTag | null {
  const frame = ticksFrame(data, options);
  const rows = rowsOf(data, options, frame.bottom - frame.top);
  const row = rowAt(frame.y, rows.length, pixel);
  const channel = row === null ? null : rows[row]?.channel;
  const all = tagsIn(data, options);
  const far = (tag: DrawnTag): number => Math.abs(frame.x(tag.at) - frame.x(at));
  const nearest = (tags: DrawnTag[]): DrawnTag | null =>
    tags.reduce<DrawnTag | null>((best, tag) => (best === null || far(tag) < far(best) ? tag : best), null);
  const found = nearest(all.filter((tag) => tag.channel === channel)) ?? nearest(all);
  return found !== null && far(found) <= near ? found : null;
}
