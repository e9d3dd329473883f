/** Heat maps: a row for each series, darker for larger values. */

import { type Frame, INK, type Scale } from "./frame";
import { nameWidth, shorten } from "./names";
import type { Bins } from "./reduction";
import { element, nameElement, px } from "./svg";

/** A row of a heat map: one value per bin, 0 without data. */
export interface HeatRow {
  channel: bigint;
  name: string;
  values: ArrayLike<number>;
}

/** Number of steps of darkness: more could not be distinguished. */
const STEPS = 10;
/** The colour of the largest value on a light background; smaller values are more transparent. */
const COLOUR = "#0a2f58";
/** Width of a column in pixels: finer bins are averaged. */
const COLUMN = 3;
/** Maximum letters of a name. */
const MOST = 9;
/** Minimum heights in pixels of a row, of a row with a gap to the next, and of a row with a name. */
const LEAST_ROW = 2;
const GAP_ROW = 7;
const NAMED_ROW = 12;
/** Maximum ratio of the largest to the smallest drawn value. */
const FAR = 1e6;

/** Pixels left of the frame for the names of the rows. */
export function namesWidth(names: readonly string[]): number {
  return 16 + Math.ceil(Math.max(21, ...names.map(nameWidth)));
}

/** Returns the number of rows that fit a height in pixels. */
export function rowsIn(room: number, rows: number): number {
  return Math.max(1, Math.min(rows, Math.floor(room / LEAST_ROW)));
}

/** Darkness by value, from 0 to 1; `low` is the smallest value above 0 that is distinguished from 0. */
interface Darkness {
  low: number;
  high: number;
  log: boolean;
}

/**
 * Draws the rows one below the other, and a legend above them. The vertical scale of `frame` maps the number of a row
 * to its upper edge. With `log`, darkness follows the logarithm of the value. `format` writes a value with its unit.
 */
export function heatMap(
  document: Document,
  frame: Frame,
  rows: readonly HeatRow[],
  bins: Bins,
  { log, label, format }: { log: boolean; label: string; format: (value: number) => string },
): SVGElement {
  const columns = columnsOf(frame, bins);
  const table = rows.map(({ values }) => columns.map(({ first, last }) => mean(values, first, last)));
  let [least, high] = [Infinity, 0];
  for (const value of table.flat()) {
    high = Math.max(high, value);
    if (value > 0) least = Math.min(least, value);
  }
  const darkness = { log, high, low: log ? Math.max(Math.min(least, high / 10), high / FAR) : 0 };
  const height = frame.y(1) - frame.y(0);
  const group = element(document, "g", { class: "tv-lines tv-heat", fill: COLOUR });
  const paths = Array.from({ length: STEPS }, () => "");
  table.forEach((row, index) => {
    // Whole pixels keep the rows and the gaps between them even.
    const [top, bottom] = [Math.round(frame.y(index)), Math.round(frame.y(index + 1)) - gapOf(height)];
    let k = 0;
    while (k < row.length) {
      const step = stepOf(row[k] ?? 0, darkness);
      const from = k;
      while (k < row.length && stepOf(row[k] ?? 0, darkness) === step) k += 1;
      const [left, right] = [columns[from]?.left ?? 0, columns[k - 1]?.right ?? 0];
      if (step > 0) paths[step - 1] += `M${px(left)},${top}H${px(right)}V${bottom}H${px(left)}Z`;
    }
  });
  paths.forEach((d, k) => {
    const at = { class: `tv-step tv-step-${k + 1}`, "fill-opacity": (k + 1) / STEPS, d };
    if (d !== "") group.append(element(document, "path", { ...at, "shape-rendering": "crispEdges" }));
  });
  group.append(rowNames(document, frame, rows, height), legend(document, frame, darkness, label, format));
  return group;
}

function gapOf(height: number): number {
  return height >= GAP_ROW ? 1 : 0;
}

/** The step of a value; 0 for an empty bin. */
function stepOf(value: number, { low, high, log }: Darkness): number {
  if (!(value > 0)) return 0;
  const share = log ? Math.log(Math.max(1, value / low)) / Math.log(high / low) : value / high;
  return Math.max(1, Math.min(STEPS, Math.ceil(share * STEPS)));
}

interface Column {
  left: number;
  right: number;
  first: number;
  last: number;
}

/** The columns of the frame with the range of bins in each, `last` exclusive; wide bins are columns of their own. */
function columnsOf(frame: Frame, bins: Bins): Column[] {
  const columns: Column[] = [];
  let bin = bins.find(frame.left);
  while (bin < bins.length && bins.edge(bin) < frame.right) {
    const left = Math.max(frame.left, bins.edge(bin));
    const first = bin;
    bin += 1;
    while (bin < bins.length && bins.edge(bin + 1) <= left + COLUMN) bin += 1;
    const right = Math.min(frame.right, bins.edge(bin));
    if (right > left) columns.push({ left, right, first, last: bin });
  }
  return columns;
}

function mean(values: ArrayLike<number>, first: number, last: number): number {
  let sum = 0;
  for (let bin = first; bin < last; bin += 1) sum += values[bin] ?? 0;
  return sum / (last - first);
}

/** Names left of the rows, if they fit. */
function rowNames(document: Document, frame: Frame, rows: readonly HeatRow[], height: number): SVGElement {
  const group = element(document, "g", { class: "tv-axis tv-rows", fill: INK.text });
  const every = Math.ceil(NAMED_ROW / height);
  rows.forEach(({ channel, name }, index) => {
    if (index % every !== 0) return;
    const place = { x: frame.left - 7, y: frame.y(index + 0.5) + 4, "text-anchor": "end" };
    const at = { ...place, "data-channel": String(channel) };
    group.append(nameElement(document, at, name, shorten(name, MOST)));
  });
  return group;
}

/** The steps above the frame, with the smallest and the largest value. */
function legend(
  document: Document,
  frame: Frame,
  { low, high, log }: Darkness,
  label: string,
  format: (value: number) => string,
): SVGElement {
  const group = element(document, "g", { class: "tv-axis tv-legend", fill: INK.text });
  const wide = 8;
  const most = format(high);
  const right = frame.right - 6.6 * most.length - 6;
  const left = right - STEPS * wide;
  for (let k = 0; k < STEPS; k += 1) {
    const at = { x: left + k * wide, y: 4, width: wide, height: 9 };
    const fill = { fill: COLOUR, "fill-opacity": (k + 1) / STEPS };
    group.append(element(document, "rect", { class: "tv-heat-sample", ...at, ...fill }));
  }
  const text = (x: number, anchor: string, words: string): SVGElement =>
    element(document, "text", { x, y: 12, "text-anchor": anchor }, words);
  const words = `${label} ${log ? format(low) : "0"}`;
  group.append(text(right + 5, "start", most), text(left - 5, "end", words));
  const isFree = left - 5 - 6.4 * words.length > 56;
  const at = { class: "tv-label", x: 4, y: 12, fill: INK.faint };
  if (isFree) group.append(element(document, "text", at, "channel"));
  return group;
}

/** The row at a height in pixels; null above and below the rows. */
export function rowAt(y: Scale, rows: number, pixel: number): number | null {
  const row = Math.floor(y.invert(pixel));
  return row >= 0 && row < rows ? row : null;
}
