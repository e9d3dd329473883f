/** `chunkGridMap`: the chunks of an array along two of its dimensions, coloured by location or by size. */

import { scaleLinear, scaleLog } from "d3";
import { countTicks, type Ticks, xAxis, yAxis } from "../axis";
import { canvas, type Frame, INK, sentence, sizeOf } from "../frame";
import { count, si } from "../numbers";
import type { ChartOptions } from "../options";
import { element, px } from "../svg";
import {
  type CellKind,
  type ChunkKind,
  KINDS,
  kindColour,
  kindLegend,
  LOST,
  MISSING,
  NOT_WRITTEN,
  rightOf,
} from "./kinds";

/** Cells row by row; each represents `per` chunks down and across, fewer at the far ends. */
export interface ChunkGrid {
  rows: number;
  columns: number;
  per: readonly [number, number];
  /** Chunks down and across. */
  chunks: readonly [number, number];
  counts: Readonly<Record<ChunkKind, ArrayLike<number>>>;
  /** Number of chunks whose manifest is missing or damaged; none by default. */
  lost?: ArrayLike<number>;
  bytes: ArrayLike<number>;
  /** Names of the two dimensions; null for arrays with fewer. */
  names: readonly [string | null, string | null];
}

export interface ChunkGridOptions extends ChartOptions {
  by: "kind" | "size";
}

export interface ChunkGridLayout {
  frame: Frame;
  /** Number of cells in a drawn line. */
  columns: number;
  /** The cell at a point; null outside the grid. */
  at(x: number, y: number): { row: number; column: number } | null;
  /** The place of a cell. */
  cell(row: number, column: number): { x: number; y: number; width: number; height: number };
}

/** Maximum and minimum side of a cell in pixels; few cells of one dimension may be larger. */
const LARGEST = 44;
const LARGEST_OF_FEW = 160;
const LEAST = 3;
/** Room in pixels for the labels of the axes. */
const [LEFT, BELOW] = [62, 36];
/** Width in pixels below which the legend takes an extra line. */
const NARROW = 520;
/** Minimum pixels of a cell for a gap between cells. */
const GAPPED = 6;
/** Number of colours for sizes, and of strengths for cells with chunks that are not written. */
const [SIZE_STEPS, SHARE_STEPS] = [6, 4];
/** The colours for sizes, smallest first. */
const RAMP = ["#cbdff2", "#a6c8e6", "#6da3d2", "#3a79b4", "#17538d", "#0a2f58"];

/** Pixels for the cells. */
function roomOf(options: ChunkGridOptions): { top: number; wide: number; high: number } {
  const { width, height } = sizeOf(options);
  const top = width < NARROW ? 52 : 32;
  return { top, wide: Math.max(40, width - LEFT - 16), high: Math.max(20, height - top - BELOW) };
}

/** Maximum number of cells down and across; a grid of one dimension has one row, which is drawn in several lines. */
export function chunkGridMost(options: ChunkGridOptions, isOneDimensional: boolean): [number, number] {
  const { wide, high } = roomOf(options);
  const [down, across] = [Math.floor(high / LEAST), Math.floor(wide / LEAST)];
  return isOneDimensional
    ? [1, down * (ROUND.findLast((columns) => columns <= across) ?? 1)]
    : [down, across];
}

/** Numbers of cells in a line that are easy to count by. */
const ROUND = [10, 20, 50, 100, 200, 500, 1000, 2000, 5000];

/** The cells of a long grid of one dimension in lines of a round number, as if it had two; any other grid unchanged. */
function inLines(grid: ChunkGrid, { wide, high }: { wide: number; high: number }): ChunkGrid {
  const [every, per] = [grid.columns, grid.per[1]];
  if (grid.names[0] !== null || grid.rows !== 1 || every * LARGEST <= wide) return grid;
  const possible = ROUND.filter((columns) => columns * LEAST <= wide);
  const isHigh = (columns: number): boolean => high / Math.ceil(every / columns) >= wide / columns / 2;
  const columns = possible.find(isHigh) ?? possible.at(-1) ?? every;
  const rows = Math.ceil(every / columns);
  return rows === 1 ? grid : { ...grid, rows, columns, per: [1, per], chunks: [rows, columns * per] };
}

/** The layout of `chunkGridMap` with the same options. */
export function chunkGridLayout(grid: ChunkGrid, options: ChunkGridOptions): ChunkGridLayout {
  const { width, height } = sizeOf(options);
  const { top, wide, high } = roomOf(options);
  const { per, chunks, rows, columns } = inLines(grid, { wide, high });
  const isOneRow = grid.names[0] === null && rows === 1;
  const largest = isOneRow ? Math.max(LARGEST, Math.min(LARGEST_OF_FEW, wide / columns)) : LARGEST;
  const side = (room: number, chunks: number, per: number): number =>
    Math.min(room, (largest * Math.max(1, chunks)) / per);
  const [left, right] = [LEFT, LEFT + side(wide, chunks[1], per[1])];
  const bottom = top + side(high, chunks[0], per[0]);
  // Chunk 0 is in the middle of its cell.
  const x = scaleLinear([-0.5, Math.max(1, chunks[1]) - 0.5], [left, right]);
  const y = scaleLinear([-0.5, Math.max(1, chunks[0]) - 0.5], [top, bottom]);
  const place = (value: number, per: number, n: number): number | null => {
    const cell = Math.floor((value + 0.5) / per);
    return cell >= 0 && cell < n ? cell : null;
  };
  return {
    // Few rows leave space below the axis, which is directly below them.
    frame: { width, height: Math.min(height, bottom + BELOW), left, right, top, bottom, x, y },
    columns,
    at: (px, py) => {
      const row = place(y.invert(py), per[0], rows);
      const column = place(x.invert(px), per[1], columns);
      if (row === null || column === null) return null;
      const cell = row * columns + column;
      const isThere = cell < grid.rows * grid.columns;
      return isThere ? { row: Math.floor(cell / grid.columns), column: cell % grid.columns } : null;
    },
    cell: (row, column) => {
      const cell = row * grid.columns + column;
      const [line, place] = [Math.floor(cell / columns), cell % columns];
      const [top, left] = [y(line * per[0] - 0.5), x(place * per[1] - 0.5)];
      const bottom = y(Math.min(chunks[0], (line + 1) * per[0]) - 0.5);
      const right = x(Math.min(chunks[1], (place + 1) * per[1]) - 0.5);
      return { x: left, y: top, width: right - left, height: bottom - top };
    },
  };
}

/** A colour of cells, with the path drawn in it. */
interface Style {
  name: string;
  fill: string;
  opacity: number;
}

/** Draws the map: the first dimension goes down, the second across; a single one goes across, in lines. */
export function chunkGridMap(document: Document, grid: ChunkGrid, options: ChunkGridOptions): SVGSVGElement {
  const size = sizeOf(options);
  const [down, across] = grid.per;
  const title = `Chunk grid${options.subject ? ` of ${options.subject}` : ""} by ${options.by}`;
  const each = down * across === 1 ? "" : ` A cell stands for ${count(down)} × ${count(across)} chunks.`;
  const about = `${count(grid.chunks[0])} × ${count(grid.chunks[1])} chunks.${each}`;
  const svg = canvas(document, "chunk-grid", size, title, about);
  if (grid.rows * grid.columns === 0) {
    svg.append(sentence(document, size, "The array has no chunks."));
    return svg;
  }
  const { frame } = chunkGridLayout(grid, options);
  const [downName, acrossName] = grid.names;
  const drawn = inLines(grid, roomOf(options));
  const isInLines = drawn !== grid;
  const xTicks = whole(countTicks(frame.x, (frame.right - frame.left) / 60), drawn.chunks[1]);
  const yTicks = whole(countTicks(frame.y, (frame.bottom - frame.top) / 24), drawn.chunks[0]);
  // A line is labelled with its first chunk.
  if (isInLines) yTicks.labels = yTicks.values.map((line) => count(line * drawn.chunks[1]));
  const downLabel = isInLines ? "first chunk of a line" : downName === null ? "" : `chunk of ${downName}`;
  const acrossLabel = `chunk of ${acrossName}${isInLines ? ", from the first of its line" : ""}`;
  svg.append(
    yAxis(document, frame, yTicks, downLabel),
    xAxis(document, frame, xTicks, acrossName === null ? "" : acrossLabel),
  );
  const sizes = sizeSteps(grid);
  const styleOf = options.by === "kind" ? kindStyle : sizes.styleOf;
  svg.append(cells(document, grid, drawn, frame, styleOf));
  const from = size.width < NARROW && downLabel !== "" ? size.width : rightOf(downLabel);
  const kinds: CellKind[] = ["native", "virtual", "inline", "missing"];
  if (down * across > 1) kinds.splice(3, 0, "several");
  if (sum(grid.counts.unknown) > 0) kinds.splice(3, 0, "unknown");
  if (sum(grid.lost ?? []) > 0) kinds.push("lost");
  svg.append(
    options.by === "kind"
      ? kindLegend(document, kinds, size.width, from).group
      : sizes.legend(document, from),
  );
  return svg;
}

function whole(ticks: Ticks, chunks: number): Ticks {
  const kept = ticks.values.flatMap((value, k) => (value >= 0 && value < chunks ? [k] : []));
  return {
    ...ticks,
    values: kept.map((k) => ticks.values[k] ?? 0),
    labels: kept.map((k) => ticks.labels[k] ?? ""),
  };
}

function sum(values: ArrayLike<number>): number {
  let all = 0;
  for (let k = 0; k < values.length; k++) all += values[k] ?? 0;
  return all;
}

/** Number of chunks that a cell represents. */
function chunksIn({ columns, per, chunks }: ChunkGrid, cell: number): number {
  const side = (n: number, per: number, all: number): number => Math.min(per, all - n * per);
  return side(Math.floor(cell / columns), per[0], chunks[0]) * side(cell % columns, per[1], chunks[1]);
}

/** The colour of a cell without a reference. */
function emptyStyle({ lost }: ChunkGrid, cell: number): Style {
  return (lost?.[cell] ?? 0) > 0
    ? { name: "tv-kind-lost", fill: LOST, opacity: 1 }
    : { name: "tv-kind-missing", fill: MISSING, opacity: 1 };
}

/** Colours by kind; paler for cells with fewer chunks. */
function kindStyle(grid: ChunkGrid, cell: number): Style {
  const there = KINDS.filter((kind) => (grid.counts[kind][cell] ?? 0) > 0);
  const [only] = there;
  if (only === undefined) return emptyStyle(grid, cell);
  const kind: CellKind = there.length > 1 ? "several" : only;
  const refs = there.reduce((all, kind) => all + (grid.counts[kind][cell] ?? 0), 0);
  const share = Math.min(1, refs / chunksIn(grid, cell));
  const opacity = Math.ceil(share * SHARE_STEPS) / SHARE_STEPS;
  return { name: `tv-kind-${kind}`, fill: kindColour(kind), opacity: 0.25 + 0.75 * opacity };
}

/** Colours by the mean size of a cell's chunks, in steps from the smallest to the largest. */
function sizeSteps(grid: ChunkGrid): {
  styleOf: typeof kindStyle;
  legend(document: Document, left: number): SVGElement;
} {
  const means = Float64Array.from({ length: grid.rows * grid.columns }, (_, cell) => {
    const there = KINDS.reduce((all, kind) => all + (grid.counts[kind][cell] ?? 0), 0);
    return there === 0 ? Number.NaN : (grid.bytes[cell] ?? 0) / there;
  });
  let [least, most] = [Number.POSITIVE_INFINITY, 0];
  for (const mean of means) {
    if (mean > 0) least = Math.min(least, mean);
    if (mean > most) most = mean;
  }
  const scale = scaleLog([Math.min(least, most) || 1, most || 1], [0, SIZE_STEPS]);
  const stepOf = (mean: number): number =>
    least >= most ? 3 : mean > 0 ? Math.max(0, Math.min(SIZE_STEPS - 1, Math.floor(scale(mean)))) : 0;
  return {
    styleOf: (_, cell) => {
      const mean = means[cell] ?? Number.NaN;
      if (Number.isNaN(mean)) return emptyStyle(grid, cell);
      const step = stepOf(mean);
      return { name: `tv-s${step + 1}`, fill: RAMP[step] ?? "#000", opacity: 1 };
    },
    legend: (document, left) => {
      const group = element(document, "g", { class: "tv-legend", fill: INK.text });
      let x = left > NARROW / 2 ? 4 : left;
      const y = left > NARROW / 2 ? 28 : 12;
      const word = (text: string): void => {
        group.append(element(document, "text", { class: "tv-label", x, y, fill: INK.faint }, text));
        x += 6.4 * text.length + 6;
      };
      const sample = (name: string, fill: string): void => {
        group.append(element(document, "rect", { class: name, x, y: y - 9, width: 11, height: 11, fill }));
        x += 12;
      };
      if (most > 0) {
        word(grid.per[0] * grid.per[1] === 1 ? "size" : "mean size");
        if (least < most) word(si(least, "B"));
        RAMP.forEach((fill, step) => {
          if (least < most || step === 3) sample(`tv-s${step + 1}`, fill);
        });
        x += 4;
        word(si(most, "B"));
      }
      sample("tv-kind-missing", MISSING);
      x += 4;
      word(NOT_WRITTEN);
      if (sum(grid.lost ?? []) > 0) {
        sample("tv-kind-lost", LOST);
        x += 4;
        word("manifest missing");
      }
      return group;
    },
  };
}

/**
 * One path for each style; neighbours of one style in a row are merged if there is no gap between them. `drawn` has the
 * cells of `grid` in its lines.
 */
function cells(
  document: Document,
  grid: ChunkGrid,
  drawn: ChunkGrid,
  frame: Frame,
  styleOf: typeof kindStyle,
): SVGElement {
  const paths = new Map<string, { style: Style; d: string[] }>();
  const { rows, columns, per, chunks } = drawn;
  const across = (column: number): number => frame.x(Math.min(chunks[1], column * per[1]) - 0.5);
  const down = (row: number): number => frame.y(Math.min(chunks[0], row * per[0]) - 0.5);
  const gap = (side: number): number => (side >= GAPPED ? 1 : 0);
  const [gapX, gapY] = [gap(across(1) - across(0)), gap(down(1) - down(0))];
  for (let row = 0; row < rows; row++) {
    const [y, height] = [down(row), Math.max(0.5, down(row + 1) - down(row) - gapY)];
    const first = row * columns;
    const last = Math.min(columns, grid.rows * grid.columns - first);
    let begin = 0;
    let style = styleOf(grid, first);
    for (let column = 1; column <= last; column++) {
      const next = column < last ? styleOf(grid, first + column) : null;
      if (gapX === 0 && next !== null && next.name === style.name && next.opacity === style.opacity) continue;
      const key = `${style.name} ${style.opacity}`;
      const path = paths.get(key) ?? { style, d: [] };
      paths.set(key, path);
      const [x, width] = [across(begin), Math.max(0.5, across(column) - across(begin) - gapX)];
      path.d.push(`M${px(x)} ${px(y)}h${px(width)}v${px(height)}h${px(-width)}z`);
      begin = column;
      if (next !== null) style = next;
    }
  }
  const group = element(document, "g", { class: "tv-cells" });
  for (const { style, d } of paths.values()) {
    group.append(
      element(document, "path", {
        class: style.name,
        d: d.join(""),
        fill: style.fill,
        "fill-opacity": style.opacity < 1 ? String(style.opacity) : undefined,
      }),
    );
  }
  return group;
}
