/** The dips of a correlation, antibunching or a dead time: markers and text. */

import { type Frame, INK } from "../frame";
import { pure, withError } from "../numbers";
import { element, px, RIM } from "../svg";
import { DEFAULT_TICK, type DipData, type TagChartOptions } from "./data";
import { lengthText, timeText } from "./peak";

/** "dip at 0 s: down to 0.100 ± 0.012 of the level over 24.1 ns". */
export function dipText(dip: DipData, options: TagChartOptions): string {
  const { delay, depth, width, depth_error = null } = dip;
  if (depth === null) return `dip at ${timeText(delay, options)}, of unknown depth`;
  const rest = 1 - depth;
  const deep = depth_error !== null && depth_error > 0 ? withError(rest, depth_error, "") : pure(rest);
  return `dip at ${timeText(delay, options)}: down to ${deep} of the level over ${lengthText(width, null, options)}`;
}

/** Pixels from the end of a dip's bar to its text, and the maximum width of a letter. */
const ASIDE = 7;
const LETTER = 6.5;
/** Height of a line of text in pixels. */
const LINE = 13;

const PLATE = { class: "tv-plate", fill: "#fff", "fill-opacity": 0.75 };

function lengthOf(lines: readonly string[]): number {
  return LETTER * Math.max(...lines.map((line) => line.length));
}

/** Surroundings of a dip: the height beside it, and that of the curve at a pixel. */
export interface DipSurroundings {
  level: number;
  curve: (pixel: number) => number;
}

/** A bar over the width of each visible dip, at half of its depth, and its text at the side with more space. */
export function dipMarks(
  document: Document,
  frame: Frame,
  dips: readonly DipData[],
  { level, curve }: DipSurroundings,
  options: TagChartOptions,
): SVGElement {
  const group = element(document, "g", { class: "tv-dips", fill: INK.text });
  const tick = options.tick ?? DEFAULT_TICK;
  for (const dip of dips) {
    // A tick of delay is drawn from its number to the next: its middle is half a tick further.
    const middle = frame.x((dip.delay + 0.5) * tick);
    if (!(middle >= frame.left && middle <= frame.right)) continue;
    const half = dip.width / 2;
    const pixel = (delay: number): number =>
      Math.max(frame.left, Math.min(frame.right, frame.x((delay + 0.5) * tick)));
    const [from, to] = [pixel(dip.delay - half), pixel(dip.delay + half)];
    // A dip is below the level, even if a peak is in its middle.
    const lowest = frame.y(Math.min(curve(middle), level));
    const y = dip.depth === null ? lowest : frame.y(level * (1 - Math.min(1, dip.depth) / 2));
    const d = `M${px(from)},${px(y - 4)}v8M${px(from)},${px(y)}H${px(to)}m0,-4v8`;
    const right = middle < (frame.left + frame.right) / 2;
    const text = dipText(dip, options);
    const room = right ? frame.right - to : from - frame.left;
    const breaks = [
      [text],
      text.split(/[:,] (?=down|of unknown)/u),
      text.split(/[:,] (?=down|of unknown)| (?=over)/u),
      text.split(/[:,] (?=down|of unknown)| (?=over|of the level)/u),
    ];
    const lines = breaks.find((some) => lengthOf(some) + ASIDE <= room) ?? breaks.at(-1) ?? [];
    const length = lengthOf(lines);
    const x = right
      ? Math.min(to + ASIDE, frame.right - length)
      : Math.max(from - ASIDE, frame.left + length);
    const anchor = { x, "text-anchor": right ? "start" : "end", "font-weight": 600, ...RIM };
    const line = { class: "tv-half", stroke: INK.text, "stroke-width": 1.25, fill: "none" };
    group.append(
      element(document, "title", {}, text),
      element(document, "circle", { ...line, cx: middle, cy: lowest, r: 3 }),
      element(document, "path", { ...line, d }),
    );
    // All lines are in the frame, above the numbers of the axis.
    const first = Math.max(frame.top + 9, Math.min(y + 4, frame.bottom - 4 - LINE * (lines.length - 1)));
    // The curve shows through it faintly.
    const plate = { x: right ? x - 3 : x - length - 3, y: first - 11, width: length + 6 };
    group.append(element(document, "rect", { ...PLATE, ...plate, height: LINE * lines.length + 3 }));
    lines.forEach((words, k) => {
      group.append(element(document, "text", { ...anchor, y: first + LINE * k }, words));
    });
  }
  return group;
}
