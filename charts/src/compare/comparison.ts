/** `comparisonChart`: size against decode time of the same content in many formats. */

import { scaleLog } from "d3";
import { logTicks, xAxis, yAxis } from "../axis";
import { canvas, type Frame, INK, sentence, sizeOf } from "../frame";
import { si } from "../numbers";
import type { ChartOptions } from "../options";
import { seriesStyle } from "../palette";
import { element, px, RIM } from "../svg";

/** A format with a compression, and its size and times. */
export interface FormatCost {
  format: string;
  /** Compression with its level; null without compression. */
  compression: string | null;
  bytes: number;
  /** Seconds from the bytes of the file to its content in memory. */
  decode: number;
  /** Whether no other row is both smaller and faster. */
  isOnFront: boolean;
}

export interface ComparisonOptions extends ChartOptions {
  /** All formats, so that each keeps its colour while rows are added. */
  formats: readonly string[];
}

/** Approximate pixels of a letter, and of a line. */
const LETTER = 6;
const LINE = 12;

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

function frameOf(rows: readonly FormatCost[], options: ChartOptions): Frame {
  const { width, height } = sizeOf(options);
  const [left, right, top, bottom] = [62, width - 16, 22, height - 34];
  const extent = (values: number[]): [number, number] => [
    Math.min(...values) / 1.25,
    Math.max(...values) * 1.25,
  ];
  const x = scaleLog(extent(rows.map(({ decode }) => decode)), [left, right]);
  const y = scaleLog(extent(rows.map(({ bytes }) => bytes)), [bottom, top]);
  return { width, height, left, right, top, bottom, x, y };
}

const nameOf = ({ format, compression }: FormatCost): string =>
  compression === null ? format : `${format} + ${compression}`;

/**
 * A point for each format and compression: bytes over the time to decode, on logarithmic axes, so that the best are at
 * the lower left. Points on the Pareto front are filled and joined. The row of a point is in `data-row`.
 */
export function comparisonChart(
  document: Document,
  rows: readonly FormatCost[],
  options: ComparisonOptions,
): SVGSVGElement {
  const size = sizeOf(options);
  const title = `Size and decode time of the same content in several formats${options.subject ? `, ${options.subject}` : ""}`;
  const shown = rows.filter(({ bytes, decode }) => bytes > 0 && decode > 0);
  const front = shown.filter(({ isOnFront }) => isOnFront).sort((a, b) => a.bytes - b.bytes);
  const best = front.map(nameOf).join(", ");
  const about = shown.length === 0 ? "There is nothing to draw." : `On the Pareto front: ${best}.`;
  const svg = canvas(document, "comparison", size, title, about);
  if (shown.length === 0) {
    svg.append(sentence(document, size, "There is nothing to compare."));
    return svg;
  }
  const frame = frameOf(shown, options);
  svg.append(yAxis(document, frame, logTicks(frame.y, size.height / 40, "B"), "size"));
  svg.append(xAxis(document, frame, logTicks(frame.x, size.width / 90, "s"), "time to decode"));
  const steps = front.map(({ bytes, decode }) => `${px(frame.x(decode))},${px(frame.y(bytes))}`);
  svg.append(
    element(document, "path", {
      class: "tv-front",
      d: `M${steps.join("L")}`,
      fill: "none",
      stroke: INK.faint,
      "stroke-dasharray": "3 3",
    }),
  );
  const points = element(document, "g", { class: "tv-points" });
  for (const row of shown) points.append(point(document, row, rows.indexOf(row), frame, options.formats));
  svg.append(
    points,
    labels(document, [...front, ...shown.filter((row) => row.compression === null && !row.isOnFront)], frame),
  );
  return svg;
}

function point(
  document: Document,
  row: FormatCost,
  at: number,
  frame: Frame,
  formats: readonly string[],
): SVGElement {
  const { slot, colour, dash } = seriesStyle(Math.max(0, formats.indexOf(row.format)));
  const group = element(document, "g", { "data-row": String(at) });
  const text = `${nameOf(row)}: ${si(row.bytes, "B", 4)}, ${si(row.decode, "s")} to decode`;
  group.append(element(document, "title", {}, row.isOnFront ? `${text}, on the Pareto front` : text));
  group.append(
    element(document, "circle", {
      class: `tv-point tv-line tv-c${slot}`,
      cx: frame.x(row.decode),
      cy: frame.y(row.bytes),
      r: row.isOnFront ? 4.5 : 3,
      stroke: colour,
      // Colours repeat from the ninth format.
      "stroke-dasharray": dash === "" ? undefined : "2 1.5",
      "stroke-width": row.isOnFront ? 3 : 1.25,
      fill: "none",
    }),
  );
  return group;
}

/** Names of points, placed without overlap. */
function labels(document: Document, rows: readonly FormatCost[], frame: Frame): SVGElement {
  const group = element(document, "g", { class: "tv-names", fill: INK.text });
  const taken: Box[] = [];
  for (const row of rows) {
    const name = nameOf(row);
    const [x, y] = [frame.x(row.decode), frame.y(row.bytes)];
    const width = name.length * LETTER;
    const isLeft = x + 9 + width > frame.width;
    const [left, right] = isLeft ? [x - 9 - width, x - 9] : [x + 9, x + 9 + width];
    const box = { left, right, top: y - LINE / 2, bottom: y + LINE / 2 };
    const overlaps = (other: Box): boolean =>
      box.left < other.right && other.left < box.right && box.top < other.bottom && other.top < box.bottom;
    if (left < frame.left || taken.some(overlaps)) continue;
    taken.push(box);
    const place = { x: isLeft ? x - 9 : x + 9, y: y + 4, "text-anchor": isLeft ? "end" : "start" };
    group.append(element(document, "text", { ...RIM, ...place }, name));
  }
  return group;
}
