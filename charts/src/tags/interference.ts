/** `interferenceChart`: coincidences over a scanned setting, with the fitted dip or fringe. */

import { scaleLinear } from "d3";
import { numberTicks, xAxis, yAxis } from "../axis";
import { canvas, type Frame, sentence, sizeOf } from "../frame";
import { withError } from "../numbers";
import { seriesStyle } from "../palette";
import { element, px } from "../svg";
import type { TagChartOptions } from "./data";

export interface InterferenceData {
  shape: string;
  visibility: number | null;
  visibility_error: number | null;
  rows: readonly { position: number; counts: number; expected: number | null }[];
}

/** Length of half an error bar's cap, in pixels. */
const CAP = 3;

/** Counts with error bars of one standard error of Poisson counts, and the line of expected counts. */
export function interferenceChart(
  document: Document,
  data: InterferenceData,
  options: TagChartOptions & { subject?: string } = {},
): SVGSVGElement {
  const size = sizeOf(options);
  const { shape, visibility, visibility_error } = data;
  const title = `Coincidences over a scan${options.subject ? ` of ${options.subject}` : ""}`;
  const known = visibility === null ? "not known" : withError(visibility, visibility_error, "");
  const rows = [...data.rows].sort((one, other) => one.position - other.position);
  const svg = canvas(document, "interference", size, title, `Visibility of the ${shape}: ${known}.`);
  if (rows.length === 0) {
    svg.append(sentence(document, size, "The scan has no positions."));
    return svg;
  }
  const frame = frameOf(rows, size);
  svg.append(yAxis(document, frame, numberTicks(frame.y, size.height / 40), "coincidences"));
  svg.append(xAxis(document, frame, numberTicks(frame.x, size.width / 90), "position"));
  const { slot, colour } = seriesStyle(0);
  const bars = rows.map(({ position, counts }) => {
    const [x, error] = [frame.x(position), Math.sqrt(counts)];
    const cap = (y: number) => `M${px(x - CAP)},${px(y)}H${px(x + CAP)}`;
    const [low, high] = [frame.y(counts - error), frame.y(counts + error)];
    return `M${px(x)},${px(low)}V${px(high)}${cap(low)}${cap(high)}`;
  });
  const line = { class: `tv-line tv-c${slot}`, stroke: colour, fill: "none" };
  svg.append(element(document, "path", { ...line, "stroke-width": 1, d: bars.join("") }));
  for (const { position, counts } of rows) {
    const place = { cx: px(frame.x(position)), cy: px(frame.y(counts)), r: 2.5 };
    const dot = element(document, "circle", { ...place, class: `tv-c${slot}-area`, fill: colour });
    dot.append(element(document, "title", {}, `${position}: ${counts}`));
    svg.append(dot);
  }
  const curve = rows.flatMap(({ position, expected }) =>
    expected === null ? [] : [`${px(frame.x(position))},${px(frame.y(expected))}`],
  );
  if (curve.length > 1) {
    const fitted = seriesStyle(1);
    const fit = { class: `tv-line tv-c${fitted.slot}`, stroke: fitted.colour, fill: "none" };
    svg.append(element(document, "path", { ...fit, "stroke-width": 1.5, d: `M${curve.join("L")}` }));
  }
  const place = { x: frame.right, y: frame.top - 8, "text-anchor": "end", class: "tv-note" };
  svg.append(element(document, "text", place, `visibility of the ${shape}: ${known}`));
  return svg;
}

function frameOf(
  rows: InterferenceData["rows"],
  { width, height }: { width: number; height: number },
): Frame {
  const [left, right, top, bottom] = [62, width - 16, 26, height - 34];
  const positions = rows.map(({ position }) => position);
  const heights = rows.flatMap(({ counts, expected }) => [counts + Math.sqrt(counts), expected ?? 0]);
  const [first, last] = [Math.min(...positions), Math.max(...positions)];
  const margin = (last - first) / 40 || 1;
  const x = scaleLinear([first - margin, last + margin], [left, right]);
  const y = scaleLinear([0, 1.05 * Math.max(1, ...heights)], [bottom, top]);
  return { width, height, left, right, top, bottom, x, y };
}
