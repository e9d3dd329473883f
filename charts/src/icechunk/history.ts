/** The graph of a history, in pieces of one row each: a table draws only the visible rows. */

import { seriesStyle } from "../palette";
import { element } from "../svg";

/** The position of a snapshot in the graph. */
interface Place {
  column: number;
  /** Columns of lines that pass beside it. */
  passing: readonly number[];
  /** Columns whose lines end at it, besides its own. */
  joining: readonly number[];
  snapshot: { parent: string | null };
}

/** The drawn content of a row. */
export interface HistoryLines {
  column: number;
  passing: readonly number[];
  joining: readonly number[];
  /** Whether a line comes from a child above, and whether one leads down to the parent. */
  isChildAbove: boolean;
  hasParent: boolean;
  /** Number of columns of the whole graph. */
  columns: number;
}

/** Maximum number of drawn columns: later ones overlap the last. */
const MOST_COLUMNS = 12;
/** Width of a column in pixels, and half of it. */
const [STEP, HALF] = [14, 7];

/** The content of each row of a history whose rows precede those of their parents. */
export function historyLines(rows: readonly Place[]): HistoryLines[] {
  const widest = rows.reduce(
    (most, { column, passing, joining }) => Math.max(most, column, ...passing, ...joining),
    0,
  );
  let lines = new Set<number>();
  return rows.map(({ column, passing, joining, snapshot }) => {
    const isChildAbove = lines.has(column);
    const hasParent = snapshot.parent !== null;
    lines = new Set(hasParent ? [...passing, column] : passing);
    return { column, passing, joining, isChildAbove, hasParent, columns: Math.min(MOST_COLUMNS, widest + 1) };
  });
}

/** A row of the graph, `height` pixels high: lines of descent and the dot of the snapshot. */
export function historyCell(
  document: Document,
  { column, passing, joining, isChildAbove, hasParent, columns }: HistoryLines,
  height: number,
): SVGSVGElement {
  const width = columns * STEP + 2;
  const at = (column: number): number => 1 + HALF + STEP * Math.min(column, columns - 1);
  const middle = height / 2;
  const svg = element(document, "svg", {
    class: "tv-history",
    viewBox: `0 0 ${width} ${height}`,
    width,
    height,
    "aria-hidden": "true",
  });
  const line = (column: number, d: string): void => {
    const { slot, colour } = seriesStyle(column);
    const of = { class: `tv-line tv-c${slot}`, d, fill: "none", stroke: colour, "stroke-width": 2 };
    svg.append(element(document, "path", of));
  };
  for (const other of passing) line(other, `M${at(other)},0V${height}`);
  for (const other of joining)
    line(other, `M${at(other)},0C${at(other)},${middle} ${at(column)},0 ${at(column)},${middle}`);
  if (isChildAbove) line(column, `M${at(column)},0V${middle}`);
  if (hasParent) line(column, `M${at(column)},${middle}V${height}`);
  const { slot, colour } = seriesStyle(column);
  const dot = { cx: at(column), cy: middle, r: 4.5, stroke: colour, "stroke-width": 2, fill: "#fff" };
  svg.append(element(document, "circle", { class: `tv-line tv-dot tv-c${slot}`, ...dot }));
  return svg as SVGSVGElement;
}
