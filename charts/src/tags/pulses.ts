/** The periods of pulsed light in the chart of a correlation, and the results of their areas. */

import { type Frame, INK } from "../frame";
import { pure, withError } from "../numbers";
import { element, px, RIM } from "../svg";
import { DEFAULT_TICK, type PulsedData, type TagChartOptions } from "./data";
import { within } from "./g2-layout";
import { timeText } from "./peak";

/** "g2 by areas 0.251 ± 0.012"; for few pairs, its interval and limit; a dash if not known. */
export function areasText(pulsed: PulsedData): string {
  return `g2 by areas ${areasValue(pulsed)}`;
}

/** The ratio of the areas with its error, or with its interval. */
export function areasValue({ g2, g2_error, g2_interval, g2_upper }: PulsedData): string {
  if (g2 === null) return "–";
  if (g2_error !== null && g2_error > 0) return withError(g2, g2_error, "");
  const interval = g2_interval ? ` (${pure(g2_interval[0])} to ${pure(g2_interval[1])})` : "";
  const upper = g2_upper === null ? "" : `, below ${pure(g2_upper)} with 95\u00a0%`;
  return `${pure(g2)}${interval}${upper}`;
}

/** Pixels of a period below which the lines between periods would hide the peaks. */
const LEAST = 10;
/** Maximum width of a letter in pixels. */
const LETTER = 6.4;
/** Height of a line of text in pixels. */
const LINE = 13;

/** Lines between the periods whose pairs make the areas, the central one shaded, with text above it. */
export function pulseMarks(
  document: Document,
  frame: Frame,
  pulsed: PulsedData,
  options: TagChartOptions,
): SVGElement {
  const group = element(document, "g", { class: "tv-pulses", fill: INK.text });
  const { period, phase } = pulsed;
  const tick = options.tick ?? DEFAULT_TICK;
  const pulses = `pulsed, ${timeText(period, options, 4)}`;
  const areas = areasText(pulsed);
  const text = `${pulses} · ${areas}`;
  group.append(element(document, "title", {}, text));
  // Edges of areas, in periods from the middle of the central one.
  const end = (k: number): number => ((phase ?? 0) + (k + 0.5) * period) * tick;
  const [low = 0, high = 1] = frame.x.domain();
  const middle = (frame.left + frame.right) / 2;
  let centre = middle;
  if (phase !== null && frame.x(end(0)) > frame.left && frame.x(end(-1)) < frame.right) {
    const [from, to] = [within(frame, end(-1)), within(frame, end(0))];
    const box = { x: from, y: frame.top, width: to - from, height: frame.bottom - frame.top };
    group.append(element(document, "rect", { class: "tv-area", ...box, "fill-opacity": 0.06 }));
    centre = (from + to) / 2;
  }
  if (phase !== null && frame.x(end(0)) - frame.x(end(-1)) >= LEAST) {
    const first = Math.ceil((low - end(0)) / (period * tick));
    const last = Math.floor((high - end(0)) / (period * tick));
    let d = "";
    for (let k = first; k <= last; k += 1) d += `M${px(frame.x(end(k)))},${frame.top}V${frame.bottom}`;
    const line = { stroke: INK.rule, "stroke-dasharray": "1 3", fill: "none" };
    if (d) group.append(element(document, "path", { ...line, class: "tv-rule tv-periods", d }));
  }
  const lines =
    text.length * LETTER <= frame.right - frame.left ? [text] : [pulses, ...areas.split(/ (?=below)/u)];
  const half = (Math.max(...lines.map((line) => line.length)) * LETTER) / 2;
  const x = Math.max(frame.left + half, Math.min(frame.right - half, centre));
  lines.forEach((line, index) => {
    const y = frame.top - 5 + index * LINE;
    const at = { x: x < middle - 1 && half > middle - frame.left ? middle : x, y };
    group.append(
      element(document, "text", { ...at, ...RIM, "text-anchor": "middle", "font-weight": 600 }, line),
    );
  });
  return group;
}
