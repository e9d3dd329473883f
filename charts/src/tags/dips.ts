/** The dips of a correlation, antibunching or a dead time: markers and text. */

import { type Frame, INK } from "../frame";
import { pure, withError } from "../numbers";
import { element, px, RIM } from "../svg";
import { DEFAULT_TICK, type DipData, type Ends, type KeyFigure, type TagChartOptions } from "./data";
import { lengthText, timeText } from "./peak";

/** "dip within 12 ns of 0: mean 0.100 ± 0.012 of the level over 24.1 ns". */
export function dipText(dip: DipData, options: TagChartOptions): string {
  const { name, value } = dipFigure(dip, options);
  return dip.depth === null ? `${name}, of ${value}` : `${name}: ${value}`;
}

/** "dip within 2.5 ns of 0", "mean 0.34 ± 0.05 of the level over 5 ns". */
export function dipFigure(dip: DipData, options: TagChartOptions): KeyFigure {
  const { depth, width, depth_error = null } = dip;
  const name = `dip ${dipPlace(dip, options)}`;
  if (depth === null) return { name, value: "unknown depth" };
  const rest = 1 - depth;
  const deep = depth_error !== null && depth_error > 0 ? withError(rest, depth_error, "") : pure(rest);
  return { name, value: `mean ${deep} of the level over ${lengthText(width, null, options)}` };
}

/** The range of a dip's bins, whose middle has no error: "within 2.5 ns of 0", "between 9.6 ns and 14.6 ns". */
export function dipPlace({ delay, width }: DipData, options: TagChartOptions): string {
  const [from, to] = [delay - width / 2, delay + width / 2];
  if (from <= 0 && to >= 0) return `within ${timeText(Math.max(-from, to), options, 2)} of 0`;
  const digits = Math.max(3, 1 + Math.ceil(Math.log10(Math.abs(delay) / Math.max(1, width))));
  return `between ${timeText(from, options, digits)} and ${timeText(to, options, digits)}`;
}

/** The place of a dip in few letters: "near 0", "near 12 ns". */
export function dipNear({ delay, width }: DipData, options: TagChartOptions): string {
  return `near ${Math.abs(delay) <= width / 2 ? "0" : timeText(delay, options, 2)}`;
}

/** Pixels from the edge of the frame to the text of a dip, and the maximum width of a letter. */
const ASIDE = 7;
const LETTER = 6.5;
/** Height of a line of text in pixels. */
const LINE = 13;

function lengthOf(lines: readonly string[]): number {
  return LETTER * Math.max(...lines.map((line) => line.length));
}

/** Surroundings of a dip: the height beside it, that of the curve at a pixel, and the ends of its error there. */
export interface DipSurroundings {
  level: number;
  curve: (pixel: number) => number;
  ends: (pixel: number) => Ends;
}

/** A rectangle in pixels. */
interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A bar over the width of each visible dip, at half of its depth, and its text in a free lower corner, if there is one. */
export function dipMarks(
  document: Document,
  frame: Frame,
  dips: readonly DipData[],
  { level, curve, ends }: DipSurroundings,
  options: TagChartOptions,
): SVGElement {
  const group = element(document, "g", { class: "tv-dips", fill: INK.text });
  const tick = options.tick ?? DEFAULT_TICK;
  const taken: Box[] = [];
  for (const dip of dips) {
    const middle = frame.x(dip.delay * tick);
    if (!(middle >= frame.left && middle <= frame.right)) continue;
    const half = dip.width / 2;
    const pixel = (delay: number): number =>
      Math.max(frame.left, Math.min(frame.right, frame.x(delay * tick)));
    const [from, to] = [pixel(dip.delay - half), pixel(dip.delay + half)];
    // A dip is below the level, even if a peak is in its middle.
    const lowest = frame.y(Math.min(curve(middle), level));
    const y = dip.depth === null ? lowest : frame.y(level * (1 - Math.min(1, dip.depth) / 2));
    const d = `M${px(from)},${px(y - 4)}v8M${px(from)},${px(y)}H${px(to)}m0,-4v8`;
    const text = dipText(dip, options);
    const line = { class: "tv-half", stroke: INK.text, "stroke-width": 1.25, fill: "none" };
    group.append(
      element(document, "title", {}, text),
      element(document, "circle", { ...line, cx: middle, cy: lowest, r: 3 }),
      element(document, "path", { ...line, d }),
    );
    const bar = { x: from, y: y - 4, width: to - from, height: 8 };
    const free = freeCorner(frame, text, ends, [...taken, bar]);
    if (free === null) continue;
    const { lines, box } = free;
    taken.push(box);
    lines.forEach((words, k) => {
      const at = { x: box.x, y: box.y + 10 + LINE * k, "font-weight": 600, ...RIM };
      group.append(element(document, "text", at, words));
    });
  }
  return group;
}

/** A lower corner of the frame where a text in some lines is over neither the curve nor `taken`; null for none. */
function freeCorner(
  frame: Frame,
  text: string,
  ends: DipSurroundings["ends"],
  taken: readonly Box[],
): { lines: string[]; box: Box } | null {
  const breaks = [
    [text],
    text.split(/[:,] (?=mean|of unknown)/u),
    text.split(/[:,] (?=mean|of unknown)| (?=over)/u),
    text.split(/[:,] (?=mean|of unknown)| (?=over|of the level)/u),
  ];
  for (const lines of breaks) {
    const [width, height] = [lengthOf(lines), LINE * lines.length + 2];
    const y = frame.bottom - height - 2;
    for (const x of [frame.left + ASIDE, frame.right - ASIDE - width]) {
      const box = { x, y, width, height };
      const isInside = x >= frame.left && x + width <= frame.right && y >= frame.top;
      if (isInside && isBelow(box, frame, ends) && !taken.some((one) => meet(one, box)))
        return { lines, box };
    }
  }
  return null;
}

/** Whether a box is below the curve and its errors. */
function isBelow({ x, y, width }: Box, frame: Frame, ends: DipSurroundings["ends"]): boolean {
  for (let pixel = Math.floor(x) - 2; pixel <= x + width + 2; pixel += 1)
    if (frame.y(ends(pixel)[0]) > y) return false;
  return true;
}

const meet = (one: Box, other: Box): boolean =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height;
