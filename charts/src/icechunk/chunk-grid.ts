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
  /** The cell at a point; null outside the grid. */
  at(x: number, y: number): { row: number; column: number } | null;
  /** The place of a cell. */
  cell(row: number, column: number): { x: number; y: number; width: number; height: number };
}

/** Maximum side of a cell in pixels. */
const LARGEST = 44;
/** Width in pixels below which the legend takes an extra line. */
const NARROW = 520;
/** Minimum pixels of a cell for a gap between cells. */
const GAPPED = 6;
/** Number of colours for sizes, and of strengths for cells with chunks that are not written. */
const [SIZE_STEPS, SHARE_STEPS] = [6, 4];
/** The colours for sizes, smallest first. */
const RAMP = ["#cbdff2", "#a6c8e6", "#6da3d2", "#3a79b4", "#17538d", "#0a2f58"];

/** The layout of `chunkGridMap` with the same options. */
export function chunkGridLayout(grid: ChunkGrid, options: ChunkGridOptions): ChunkGridLayout {
  const { width, height } = sizeOf(options);
  const [left, top] = [62, width < NARROW ? 52 : 32];
  const [wide, high] = [Math.max(40, width - left - 16), Math.max(20, height - top - 36)];
  const side = (room: number, chunks: number, per: number): number =>
    Math.min(room, (LARGEST * Math.max(1, chunks)) / per);
  const right = left + side(wide, grid.chunks[1], grid.per[1]);
  const bottom = top + side(high, grid.chunks[0], grid.per[0]);
  // Chunk 0 is in the middle of its cell.
  const x = scaleLinear([-0.5, Math.max(1, grid.chunks[1]) - 0.5], [left, right]);
  const y = scaleLinear([-0.5, Math.max(1, grid.chunks[0]) - 0.5], [top, bottom]);
  const place = (value: number, per: number, n: number): number | null => {
    const cell = Math.floor((value + 0.5) / per);
    return cell >= 0 && cell < n ? cell : null;
  };
  return {
    // Few rows leave space below the axis, which is directly below them.
    frame: { width, height: Math.min(height, bottom + 36), left, right, top, bottom, x, y },
    at: (px, py) => {
      const row = place(y.invert(py), grid.per[0], grid.rows);
      const column = place(x.invert(px), grid.per[1], grid.columns);
      return row === null || column === null ? null : { row, column };
    },
    cell: (row, column) => {
      const [top, left] = [y(row * grid.per[0] - 0.5), x(column * grid.per[1] - 0.5)];
      const bottom = y(Math.min(grid.chunks[0], (row + 1) * grid.per[0]) - 0.5);
      const right = x(Math.min(grid.chunks[1], (column + 1) * grid.per[1]) - 0.5);
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

/** Draws the map: the first dimension goes down, the second across. */
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
  const xTicks = whole(countTicks(frame.x, (frame.right - frame.left) / 60), grid.chunks[1]);
  const yTicks = whole(countTicks(frame.y, (frame.bottom - frame.top) / 24), grid.chunks[0]);
  const downLabel = downName === null ? "" : `chunk of ${downName}`;
  svg.append(
    yAxis(document, frame, yTicks, downLabel),
    xAxis(document, frame, xTicks, acrossName === null ? "" : `chunk of ${acrossName}`),
  );
  const sizes = sizeSteps(grid);
  const styleOf = options.by === "kind" ? kindStyle : sizes.styleOf;
  svg.append(cells(document, grid, frame, styleOf));
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
function chunksIn({ per, chunks }: ChunkGrid, row: number, column: number): number {
  const side = (n: number, per: number, all: number): number => Math.min(per, all - n * per);
  return side(row, per[0], chunks[0]) * side(column, per[1], chunks[1]);
}

/** The colour of a cell without a reference. */
function emptyStyle({ lost }: ChunkGrid, cell: number): Style {
  return (lost?.[cell] ?? 0) > 0
    ? { name: "tv-kind-lost", fill: LOST, opacity: 1 }
    : { name: "tv-kind-missing", fill: MISSING, opacity: 1 };
}

/** Colours by kind; paler for cells with fewer chunks. */
function kindStyle(grid: ChunkGrid, row: number, column: number): Style {
  const cell = row * grid.columns + column;
  const there = KINDS.filter((kind) => (grid.counts[kind][cell] ?? 0) > 0);
  const [only] = there;
  if (only === undefined) return emptyStyle(grid, cell);
  const kind: CellKind = there.length > 1 ? "several" : only;
  const refs = there.reduce((all, kind) => all + (grid.counts[kind][cell] ?? 0), 0);
  const share = Math.min(1, refs / chunksIn(grid, row, column));
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
    styleOf: (_, row, column) => {
      const mean = means[row * grid.columns + column] ?? Number.NaN;
      if (Number.isNaN(mean)) return emptyStyle(grid, row * grid.columns + column);
      const step = stepOf(mean);
      return { name: `tv-size-${step + 1}`, fill: RAMP[step] ?? "#000", opacity: 1 };
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
          if (least < most || step === 3) sample(`tv-size-${step + 1}`, fill);
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

/** One path for each style; neighbours of one style in a row are merged if there is no gap between them. */
function cells(document: Document, grid: ChunkGrid, frame: Frame, styleOf: typeof kindStyle): SVGElement {
  const paths = new Map<string, { style: Style; d: string[] }>();
  const across = (column: number): number => frame.x(Math.min(grid.chunks[1], column * grid.per[1]) - 0.5);
  const down = (row: number): number => frame.y(Math.min(grid.chunks[0], row * grid.per[0]) - 0.5);
  const gap = (side: number): number => (side >= GAPPED ? 1 : 0);
  const [gapX, gapY] = [gap(across(1) - across(0)), gap(down(1) - down(0))];
  for (let row = 0; row < grid.rows; row++) {
    const [y, height] = [down(row), Math.max(0.5, down(row + 1) - down(row) - gapY)];
    let begin = 0;
    let style = styleOf(grid, row, 0);
    for (let column = 1; column <= grid.columns; column++) {
      const next = column < grid.columns ? styleOf(grid, row, column) : null;
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
