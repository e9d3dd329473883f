/** Cells of the map of partitions over time: their classes, and the reduction of cells too small to see. */

import { px } from "../svg";
import type { MapData } from "./data";

/**
 * The colour of a cell: `slot` is the number of the CSS class `tv-s<slot>`; the colour is that on a light background.
 */
export interface HeatStyle {
  slot: string;
  fill: string;
  label: string;
}

/** Multiples of the usual value at which the next step of colour begins. */
const EDGES = [0.25, 0.5, 1, 2, 4];

// One hue that darkens evenly, and two other hues for problems.
const STEPS: readonly HeatStyle[] = [
  { slot: "1", fill: "#cbdff2", label: "< ¼" },
  { slot: "2", fill: "#a6c8e6", label: "¼" },
  { slot: "3", fill: "#6da3d2", label: "½" },
  { slot: "4", fill: "#3a79b4", label: "1" },
  { slot: "5", fill: "#17538d", label: "2" },
  { slot: "6", fill: "#0a2f58", label: "≥ 4" },
];
const BELOW = { slot: "back", fill: "#b3261e" };
const ZERO = { movement: { slot: "still", fill: "#e69f00" }, lag: { slot: "0", fill: "#f1f3f6" } };

/** The classes in the order of the legend: below 0, 0, and steps of multiples of the usual value. */
export function heatStyles(kind: MapData["kind"]): HeatStyle[] {
  const words = kind === "movement" ? ["went back", "stood still"] : ["ahead", "caught up"];
  const [below = "", zero = ""] = words;
  return [{ ...BELOW, label: below }, { ...ZERO[kind], label: zero }, ...STEPS];
}

/** The index of a value in `heatStyles`; -1 for a cell without one. */
function classOf(value: number, usual: number | null): number {
  if (Number.isNaN(value)) return -1;
  if (value <= 0) return value < 0 ? 0 : 1;
  const ratio = usual === null ? 1 : value / usual;
  return 2 + EDGES.filter((edge) => ratio >= edge).length;
}

/** Cells in pixels: columns between `edges`, rows of equal height starting at `top`. */
export interface HeatPlace {
  edges: readonly number[];
  left: number;
  right: number;
  top: number;
  rowHeight: number;
}

/** Pixels below which cells are merged; the merged cell has the class of the worst. */
const LEAST = 2;

/** A path for each class of `heatStyles`: rectangles of successive cells of one class. */
export function heatPaths(data: MapData, { edges, left, right, top, rowHeight }: HeatPlace): string[] {
  const paths = heatStyles(data.kind).map(() => "");
  const columns = columnGroups(edges, left, right);
  const rowsAtOnce = Math.max(1, Math.ceil(LEAST / rowHeight));
  const width = data.edges.length - 1;
  // A small movement is bad, as is a large lag; below 0 is worst in both.
  const isWorse = (value: number, than: number): boolean => {
    if (Number.isNaN(than)) return true;
    if (value < 0 || than < 0) return value < than;
    return data.kind === "movement" ? value < than : value > than;
  };
  for (let row = 0; row < data.rows.length; row += rowsAtOnce) {
    const below = Math.min(data.rows.length, row + rowsAtOnce);
    const y = top + row * rowHeight;
    const height = (below - row) * rowHeight - (rowHeight >= 6 ? 1 : 0);
    let stretch = { class: -1, from: 0, to: 0 };
    const flush = (): void => {
      if (stretch.class >= 0)
        paths[stretch.class] +=
          `M${px(stretch.from)},${px(y)}H${px(stretch.to)}v${px(height)}H${px(stretch.from)}z`;
    };
    for (const [first, last] of columns) {
      let worst = Number.NaN;
      for (let at = row; at < below; at += 1)
        for (let column = first; column < last; column += 1) {
          const value = data.values[at * width + column] ?? Number.NaN;
          if (!Number.isNaN(value) && isWorse(value, worst)) worst = value;
        }
      const found = classOf(worst, data.usual);
      const from = Math.max(left, edges[first] ?? left);
      const to = Math.min(right, edges[last] ?? right);
      if (found === stretch.class && Math.abs(stretch.to - from) < 0.01) stretch.to = to;
      else {
        flush();
        stretch = { class: found, from, to };
      }
    }
    flush();
  }
  return paths;
}

/** The visible columns, `[first, last)`; columns too narrow to see are merged. */
function columnGroups(edges: readonly number[], left: number, right: number): [number, number][] {
  const groups: [number, number][] = [];
  let first = -1;
  for (let column = 0; column + 1 < edges.length; column += 1) {
    const [from = 0, to = 0] = [edges[column], edges[column + 1]];
    if (to <= left || from >= right) continue;
    if (first < 0) first = column;
    if (to - (edges[first] ?? 0) < LEAST) continue;
    groups.push([first, column + 1]);
    first = -1;
  }
  const end = edges.findLastIndex((edge) => edge < right) + 1;
  if (first >= 0 && end > first) groups.push([first, Math.min(end, edges.length - 1)]);
  return groups;
}
