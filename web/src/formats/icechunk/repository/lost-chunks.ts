/** Chunks of an array whose manifest is missing or damaged: whether they were written is unknown. */

import { type ArraySummary, type GridCells, gridCell } from "@tagview/engine";
import type { Choice } from "./grid-dimensions";

type Range = readonly [from: number, to: number];

/** The manifests of an array that could not be read. */
export function lostManifests({ manifests }: ArraySummary): ArraySummary["manifests"] {
  return manifests.filter(({ references }) => references === null);
}

/** Number of chunks of the whole array without a reference: not written, and in a lost manifest. */
export function withoutReference(array: ArraySummary): { notWritten: number; lost: number } {
  const missing = Number(array.missing);
  const sizes = lostManifests(array).map(({ extents }) =>
    extents.length === array.shape.length
      ? extents.reduce((chunks, [from, to]) => chunks * Math.max(0, to - from), 1)
      : missing,
  );
  const lost = Math.min(
    missing,
    sizes.reduce((sum, size) => sum + size, 0),
  );
  return { notWritten: missing - lost, lost };
}

/** Number of chunks in each cell of a view that a lost manifest may have. */
export function lostInCells(
  array: ArraySummary,
  { down, across, at }: Choice,
  cells: GridCells,
): Uint32Array<ArrayBuffer> {
  const counts = new Uint32Array(cells.rows * cells.columns);
  for (const { extents } of lostManifests(array)) {
    const isInView = extents.every(
      ([from, to], dimension) =>
        dimension === down ||
        dimension === across ||
        ((at[dimension] ?? 0) >= from && (at[dimension] ?? 0) < to),
    );
    if (!isInView) continue;
    const rangeOf = (dimension: number | null): Range =>
      (dimension === null ? undefined : extents[dimension]) ?? [0, Number.POSITIVE_INFINITY];
    const [rows, columns] = [rangeOf(down), rangeOf(across)];
    const endOf = ([, to]: Range, per: number, all: number): number => Math.min(all, Math.ceil(to / per));
    const lastRow = endOf(rows, cells.per[0], cells.rows);
    const lastColumn = endOf(columns, cells.per[1], cells.columns);
    for (let row = Math.floor(rows[0] / cells.per[0]); row < lastRow; row++) {
      for (let column = Math.floor(columns[0] / cells.per[1]); column < lastColumn; column++) {
        const cell = gridCell(cells, row, column);
        const place = row * cells.columns + column;
        const common = overlap(cell.down, rows) * overlap(cell.across, columns);
        counts[place] = Math.min(cell.missing, (counts[place] ?? 0) + common);
      }
    }
  }
  return counts;
}

function overlap(a: Range, b: Range): number {
  return Math.max(0, Math.min(a[1], b[1]) - Math.max(a[0], b[0]));
}
