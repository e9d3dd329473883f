/** `heraldedChart`: heralded g2(0) with its interval, beside the values of independent light and of two photons. */

import { scaleLinear } from "d3";
import { numberTicks, xAxis } from "../axis";
import { canvas, type Frame, INK, sentence, sizeOf } from "../frame";
import { count, pure, withError } from "../numbers";
import { seriesStyle } from "../palette";
import { element, px } from "../svg";
import type { TagChartOptions } from "./data";

export interface HeraldedData {
  tags_herald: number;
  herald_a: number;
  herald_b: number;
  herald_a_b: number;
  g2: number | null;
  g2_error: number | null;
  /** Interval of 68 % instead of an error, for few coincidences. */
  g2_interval: readonly [number, number] | null;
  /** Upper limit of 95 %, for few coincidences. */
  g2_upper: number | null;
}

/** Height of the chart in pixels where none is given: it has one row. */
const HEIGHT = 170;
/** Half the height of a cap, in pixels. */
const CAP = 6;

/** Values of g2(0) that others are compared with. */
const REFERENCES = [
  { g2: 0.5, name: "two photons" },
  { g2: 1, name: "independent light" },
];

/**
 * A dot at g2(0) with its standard error, or its interval and its upper limit. Dashed lines mark the values of independent
 * light (1) and of exactly two photons (0.5).
 */
export function heraldedChart(
  document: Document,
  data: HeraldedData,
  options: TagChartOptions & { subject?: string } = {},
): SVGSVGElement {
  const size = sizeOf({ height: HEIGHT, ...options });
  const { tags_herald, herald_a, herald_b, herald_a_b, g2, g2_upper } = data;
  const title = `Heralded g2(0)${options.subject ? ` of ${options.subject}` : ""}`;
  const counts = `${count(tags_herald)} heralds, ${count(herald_a)} and ${count(herald_b)} with one detector, ${count(herald_a_b)} with both`;
  const svg = canvas(document, "heralded", size, title, `${valueText(data)}; ${counts}.`);
  if (g2 === null) {
    svg.append(sentence(document, size, "g2(0) is not known: a detector has no tag near a herald."));
    return svg;
  }
  const [low, high] = endsOf(data, g2);
  const frame = frameOf(Math.max(g2, high, g2_upper ?? 0), size);
  const middle = (frame.top + frame.bottom) / 2;
  svg.append(xAxis(document, frame, numberTicks(frame.x, size.width / 90), "g2(0)"));
  svg.append(references(document, frame));
  const { slot, colour } = seriesStyle(0);
  const cap = (value: number) => `M${px(frame.x(value))},${px(middle - CAP)}V${px(middle + CAP)}`;
  const bar = `M${px(frame.x(low))},${px(middle)}H${px(frame.x(high))}${cap(low)}${cap(high)}`;
  const line = { class: `tv-line tv-c${slot}`, stroke: colour, fill: "none" };
  svg.append(element(document, "path", { ...line, "stroke-width": 1.5, d: bar }));
  if (g2_upper !== null) {
    const limit = `M${px(frame.x(high))},${px(middle)}H${px(frame.x(g2_upper))}${cap(g2_upper)}`;
    svg.append(element(document, "path", { ...line, "stroke-dasharray": "2 3", d: limit }));
  }
  const place = { cx: px(frame.x(g2)), cy: px(middle), r: 4 };
  const dot = element(document, "circle", { ...place, class: `tv-c${slot}-area`, fill: colour });
  dot.append(element(document, "title", {}, valueText(data)));
  svg.append(dot);
  const note = { x: frame.right, "text-anchor": "end", class: "tv-note", fill: INK.text };
  svg.append(element(document, "text", { ...note, y: 14 }, valueText(data)));
  svg.append(element(document, "text", { ...note, y: 29, fill: INK.faint }, counts));
  return svg;
}

/** g2(0) with its error, or its interval and upper limit. */
function valueText({ g2, g2_error, g2_interval, g2_upper }: HeraldedData): string {
  if (g2 === null) return "g2(0) is not known";
  const interval = g2_interval === null ? "" : ` (${g2_interval.map((end) => pure(end)).join(" to ")})`;
  const upper = g2_upper === null ? "" : `, below ${pure(g2_upper)} at 95 %`;
  return `g2(0) = ${withError(g2, g2_error, "")}${interval}${upper}`;
}

/** The ends of the error bar. */
function endsOf({ g2_error, g2_interval }: HeraldedData, g2: number): readonly [number, number] {
  return g2_interval ?? [Math.max(0, g2 - (g2_error ?? 0)), g2 + (g2_error ?? 0)];
}

function frameOf(most: number, { width, height }: { width: number; height: number }): Frame {
  const [left, right, top, bottom] = [16, width - 16, 56, height - 34];
  const x = scaleLinear([0, 1.1 * Math.max(1.1, most)], [left, right]);
  return { width, height, left, right, top, bottom, x, y: scaleLinear([0, 1], [bottom, top]) };
}

function references(document: Document, frame: Frame): SVGElement {
  const group = element(document, "g", { class: "tv-axis", fill: INK.faint });
  for (const { g2, name } of REFERENCES) {
    const x = px(frame.x(g2));
    const line = { stroke: INK.faint, "stroke-dasharray": "4 3", fill: "none" };
    group.append(element(document, "path", { ...line, d: `M${x},${px(frame.top)}V${px(frame.bottom)}` }));
    group.append(element(document, "text", { x, y: px(frame.top - 4), "text-anchor": "middle" }, name));
  }
  return group;
}
