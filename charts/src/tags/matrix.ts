/** `matrixChart`: the best peak of every pair of channels. */

import { canvas, INK, sentence, sizeOf } from "../frame";
import { lettersIn, nameWidth, shorten, shortName } from "../names";
import { count } from "../numbers";
import { element, nameElement } from "../svg";
import { channelName } from "./channel-name";
import type { PairsData, TagChartOptions } from "./data";
import { dipNear, dipPlace } from "./dips";
import { noPeakText, placeText, timeText } from "./peak";
import { sigmaNumber, sigmas, significanceStyle, steps } from "./significance";

type Pair = PairsData["pairs"][number];

export interface MatrixOptions extends TagChartOptions {
  /** The outlined pair, in either order. */
  chosen?: { a: bigint; b: bigint } | null;
}

/** The cell of a pair, in pixels of the chart's view box. */
export interface MatrixCell {
  a: bigint;
  b: bigint;
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The layout of the cells: rows are channel `a`, columns channel `b`, and `a <= b`. */
export interface MatrixLayout {
  width: number;
  height: number;
  /** The displayed channels, ascending. */
  channels: bigint[];
  left: number;
  top: number;
  cellWidth: number;
  cellHeight: number;
  /** The cell of two channels, in either order; null if one of them is not displayed. */
  cell: (a: bigint, b: bigint) => MatrixCell | null;
  /** The cell at a point; null outside the triangle of cells. */
  at: (x: number, y: number) => MatrixCell | null;
}

const LEGEND = { width: 240, height: 34, step: 29, gap: 8 };
/** Maximum width and height of a cell in pixels, and the maximum ratio of the two. */
const MOST = { width: 96, height: 36, aspect: 2.7 };
/** Minimum number of letters of a shortened name above a column. */
const FEWEST_LETTERS = 5;
/** Preferred and minimum ratio of a cell's height to its width. */
const WANTED = { aspect: 0.6, least: 6 };

/** The layout of `matrixChart` with the same options. */
export function matrixLayout(data: PairsData, options: MatrixOptions = {}): MatrixLayout {
  const { width, height } = sizeOf(options);
  const channels = [...new Set(data.channels)]
    .filter((channel) => !options.hidden?.has(channel))
    .sort((a, b) => (a < b ? -1 : 1));
  const rank = new Map(channels.map((channel, index) => [channel, index]));
  const longest = Math.max(7, ...channels.map((channel) => nameWidth(channelName(channel, options))));
  const [left, top] = [14 + Math.ceil(longest), 34];
  const n = Math.max(1, channels.length);
  const fit = (bottom: number) => {
    const high = Math.min(MOST.height, whole((bottom - top) / n));
    const wide = Math.min(MOST.width, MOST.aspect * high, (width - 10 - left) / n);
    return { cellWidth: whole(wide), cellHeight: Math.min(high, whole(1.4 * wide)) };
  };
  // The legend is in the free corner below the diagonal if it fits there.
  const inCorner = fit(height - 8);
  const rows = Math.floor((n * inCorner.cellHeight - LEGEND.height - 4) / inCorner.cellHeight);
  const corner = rows * inCorner.cellWidth - longest - 4 - rowNameGap(inCorner) >= LEGEND.width - left;
  const { cellWidth, cellHeight } = corner ? inCorner : fit(height - LEGEND.height - 8);
  const place = (row: number, column: number): MatrixCell | null => {
    const [a, b] = [channels[row], channels[column]];
    if (a === undefined || b === undefined || row > column) return null;
    const [x, y] = [left + column * cellWidth, top + row * cellHeight];
    return { a, b, x, y, width: cellWidth, height: cellHeight };
  };
  return {
    width,
    height,
    channels,
    left,
    top,
    cellWidth,
    cellHeight,
    cell: (a, b) => {
      const [i, j] = [rank.get(a) ?? -1, rank.get(b) ?? -1];
      return place(Math.min(i, j), Math.max(i, j));
    },
    at: (x, y) => place(Math.floor((y - top) / cellHeight), Math.floor((x - left) / cellWidth)),
  };
}

/** Half of the height of a name's letters. */
const HALF_LETTER = 4.5;

/** Pixels from the first cell of a row to its name, which is also left of the rows above and below. */
function rowNameGap({ cellWidth, cellHeight }: { cellWidth: number; cellHeight: number }): number {
  const rows = Math.max(0, Math.ceil(HALF_LETTER / cellHeight - 0.5));
  return Math.max(6, rows * cellWidth + 3);
}

/** Maximum height of `matrixChart` in pixels, for the width of its options. */
export function matrixHeight(data: PairsData, options: MatrixOptions = {}): number {
  const { width, left, top, channels } = matrixLayout(data, options);
  const n = Math.max(1, channels.length);
  const wide = Math.min(MOST.width, whole((width - 10 - left) / n));
  const wanted = Math.max(WANTED.least, WANTED.aspect * wide);
  const high = Math.floor(Math.min(MOST.height, wanted, whole(1.4 * wide)));
  const alone = top + n * high + 8;
  const hasRoom = matrixLayout(data, { ...options, height: alone }).cellHeight >= high;
  return hasRoom ? alone : alone + LEGEND.height;
}

/** A cell's size in whole pixels, which keep the lines between cells even; small sizes are not rounded. */
function whole(size: number): number {
  return size >= 3 ? Math.floor(size) : Math.max(0.5, size);
}

/** Whether a pair's peak is significant, above the background and the other pulses. */
function standsOut({ delay, delay_modulo }: Pair): boolean {
  return delay !== null && (delay_modulo ?? null) === null;
}

/** Whether the light has a period, or looks pulsed and has no delay without a period. */
function isPulsed({ period, remarks = [] }: Pair): boolean {
  return Boolean(period) || remarks.some(({ about, code }) => about === "delay" && code === "pulsed");
}

function pulsedText(pair: Pair, options: TagChartOptions): string {
  if (pair.period) return `; pulsed, ${timeText(pair.period, options, 4)}`;
  return isPulsed(pair) ? "; pulsed" : "";
}

/** "3 → 15: 76 counts at 4.0625 ns, 38 σ". */
export function pairSentence(pair: Pair, options: TagChartOptions = {}): string {
  const { delay, peak_counts, significance, dips = [] } = pair;
  const [a, b] = [channelName(pair.a, options), channelName(pair.b, options)];
  const [dip] = dips;
  const more = pulsedText(pair, options) + (dip ? `; a dip ${dipPlace(dip, options)}` : "");
  if (pair.a === pair.b) return `${a} → ${b}: ${noPeakText(pair)}${more}`;
  if (delay === null || !standsOut(pair)) {
    return `${a} → ${b}: no significant peak${significance === null ? "" : ` (${sigmas(significance)})`}${more}`;
  }
  return `${a} → ${b}: ${count(peak_counts)} counts at ${placeText(pair, options)}, ${sigmas(significance)}${more}`;
}

/**
 * All pairs of channels, coloured by the significance of the best peak of their correlation. A pair has one cell, above
 * the diagonal: the other order only changes the sign of the delay.
 */
export function matrixChart(document: Document, data: PairsData, options: MatrixOptions = {}): SVGSVGElement {
  const size = sizeOf(options);
  const title = `Pairs of channels${options.subject ? ` of ${options.subject}` : ""}`;
  const layout = matrixLayout(data, options);
  if (layout.channels.length === 0) {
    const svg = canvas(document, "matrix", size, title, "There is nothing to draw.");
    const off = data.channels.length > 0;
    svg.append(sentence(document, size, off ? "Every channel is switched off." : "No tags."));
    return svg;
  }
  const shown = data.pairs.filter(({ a, b }) => layout.cell(a, b) !== null);
  const svg = canvas(document, "matrix", size, title, describe(shown, options));
  svg.append(channelNames(document, layout, options), cells(document, shown, layout, options));
  const chosen = options.chosen ? layout.cell(options.chosen.a, options.chosen.b) : null;
  if (chosen) svg.append(outline(document, chosen));
  svg.append(legend(document, size.height));
  return svg;
}

/** Text below the number in a cell: the delay, "pulsed", or the position of antibunching. */
function wordsOf(pair: Pair, options: MatrixOptions): string | null {
  if (pair.delay !== null && standsOut(pair)) return placeText(pair, options, 3);
  if (isPulsed(pair)) return "pulsed";
  const dip = pair.a === pair.b ? undefined : pair.dips?.find(({ depth }) => depth !== null);
  return dip ? `dip ${dipNear(dip, options)}` : null;
}

function describe(pairs: Pair[], options: MatrixOptions): string {
  const peaks = pairs
    .filter(standsOut)
    .sort((one, other) => (other.significance ?? 0) - (one.significance ?? 0));
  const [best] = peaks;
  if (best === undefined) return `${count(pairs.length)} pairs; no significant peak.`;
  return `${count(peaks.length)} of ${count(pairs.length)} pairs have a peak. The most significant is ${pairSentence(best, options)}.`;
}

function cells(document: Document, pairs: Pair[], layout: MatrixLayout, options: MatrixOptions): SVGElement {
  const { cellWidth, cellHeight } = layout;
  const group = element(document, "g", { class: "tv-cells", "text-anchor": "middle" });
  const gap = Math.min(cellWidth, cellHeight) >= 8 ? 1 : 0;
  const room = { number: cellWidth >= 26 && cellHeight >= 14, delay: cellWidth >= 64 && cellHeight >= 32 };
  for (const pair of pairs) {
    const cell = layout.cell(pair.a, pair.b);
    if (!cell) continue;
    const stands = standsOut(pair);
    const style = significanceStyle(stands ? pair.significance : null);
    const mark = element(document, "g", {
      class: `tv-cell${stands ? " tv-stands" : ""}`,
      "data-a": String(pair.a),
      "data-b": String(pair.b),
    });
    mark.append(
      element(document, "title", {}, pairSentence(pair, options)),
      element(document, "rect", {
        class: `tv-s${style.slot}`,
        x: cell.x,
        y: cell.y,
        width: cellWidth - gap,
        height: cellHeight - gap,
        fill: style.fill,
      }),
    );
    const [x, y] = [cell.x + (cellWidth - gap) / 2, cell.y + (cellHeight - gap) / 2];
    const ink = { class: `tv-ink tv-s${style.slot}`, fill: style.ink };
    if (room.number && pair.significance !== null) {
      const weight = stands ? 600 : undefined;
      // The significance of a chance maximum could be mistaken for that of a peak.
      const number = stands ? sigmaNumber(pair.significance, cellWidth >= 40) : "–";
      const lift = wordsOf(pair, options) !== null && room.delay ? -3 : 4;
      mark.append(element(document, "text", { ...ink, x, y: y + lift, "font-weight": weight }, number));
    } else if (stands && Math.min(cellWidth, cellHeight) >= 8) {
      mark.append(element(document, "circle", { ...ink, cx: x, cy: y, r: 2 }));
    }
    const text = wordsOf(pair, options);
    if (room.delay && text !== null) {
      mark.append(element(document, "text", { ...ink, x, y: y + 12 }, text));
    }
    group.append(mark);
  }
  return group;
}

/** Names of channels: above the columns, and left of the diagonal at the starts of rows. */
function channelNames(document: Document, layout: MatrixLayout, options: MatrixOptions): SVGElement {
  const { channels, left, top, cellWidth, cellHeight } = layout;
  const group = element(document, "g", { class: "tv-axis", fill: INK.text });
  const longest = Math.max(...channels.map((channel) => nameWidth(channelName(channel, options))));
  // Shortened names above every column, or whole ones above some.
  const letters = lettersIn(cellWidth - 4);
  const isShort = letters >= FEWEST_LETTERS;
  const across = isShort ? 1 : Math.max(1, Math.ceil((longest + 4) / cellWidth));
  const down = Math.max(1, Math.ceil(12 / cellHeight));
  const gap = rowNameGap(layout);
  channels.forEach((channel, index) => {
    const name = (at: Record<string, string | number>, most?: number): void => {
      const whole = channelName(channel, options);
      const short = most === undefined ? shortName(whole) : shortName(shorten(whole, most));
      group.append(nameElement(document, at, whole, short));
    };
    const x = left + index * cellWidth;
    if (index % across === 0)
      name({ x: x + cellWidth / 2, y: top - 6, "text-anchor": "middle" }, isShort ? letters : undefined);
    if (index % down === 0)
      name({
        x: Math.max(left - 6, x - gap),
        y: top + (index + 0.5) * cellHeight + 4,
        "text-anchor": "end",
      });
  });
  const label = { class: "tv-label", x: 4, y: 12, fill: INK.faint };
  group.append(element(document, "text", label, "channel a (rows) → channel b (columns)"));
  return group;
}

function outline(document: Document, { x, y, width, height }: MatrixCell): SVGElement {
  return element(document, "rect", {
    class: "tv-chosen",
    x: x - 1,
    y: y - 1,
    width: width + 1,
    height: height + 1,
    fill: "none",
    stroke: INK.text,
    "stroke-width": 2,
  });
}

function legend(document: Document, height: number): SVGElement {
  const group = element(document, "g", { class: "tv-axis tv-legend", fill: INK.text });
  const y = height - 24;
  steps().forEach(({ slot, fill, from }, index) => {
    // "No peak" is not a step of the scale, so its sample is separate.
    const x = 4 + index * LEGEND.step + (index === 0 ? 0 : LEGEND.gap);
    group.append(
      element(document, "rect", { class: `tv-s${slot}`, x, y, width: LEGEND.step - 1, height: 8, fill }),
      element(
        document,
        "text",
        { x: index === 0 ? x : x - 0.5, y: y + 19, "text-anchor": index === 0 ? "start" : "middle" },
        index === 0 ? "none" : String(from),
      ),
    );
  });
  group.append(
    element(
      document,
      "text",
      { class: "tv-label", x: 4, y: y - 6, fill: INK.faint },
      "significance (standard deviations)",
    ),
  );
  return group;
}
