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

/**
 * Number of chunks in each cell of a view that a lost manifest may have. A manifest adds to differences between
 * neighbouring cells, so that the time is proportional to the sum of cells and manifests, not to their product.
 */
export function lostInCells(
  array: ArraySummary,
  { down, across, at }: Choice,
  cells: GridCells,
): Uint32Array<ArrayBuffer> {
  const { rows, columns, per, chunks } = cells;
  const width = columns + 1;
  const sums = new Float64Array((rows + 1) * width);
  const add = (row: number, column: number, n: number): void => {
    const place = row * width + column;
    sums[place] = (sums[place] ?? 0) + n;
  };
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
    const bands = bandsOf(rangeOf(across), per[1], chunks[1]);
    for (const [top, bottom, high] of bandsOf(rangeOf(down), per[0], chunks[0])) {
      for (const [left, right, wide] of bands) {
        add(top, left, high * wide);
        add(top, right, -high * wide);
        add(bottom, left, -high * wide);
        add(bottom, right, high * wide);
      }
    }
  }
  const counts = new Uint32Array(rows * columns);
  for (let row = 0; row < rows; row++) {
    let inRow = 0;
    for (let column = 0; column < columns; column++) {
      const place = row * width + column;
      inRow += sums[place] ?? 0;
      sums[place] = inRow + (row === 0 ? 0 : (sums[place - width] ?? 0));
      counts[row * columns + column] = Math.min(gridCell(cells, row, column).missing, sums[place] ?? 0);
    }
  }
  return counts;
}

/** Cells in a row with the same number of chunks in a range: the first one, the one after the last, and the number. */
type Band = readonly [first: number, end: number, chunks: number];

/** The cells of `per` chunks that have chunks of a range: those at its two ends may have fewer. */
function bandsOf([from, to]: Range, per: number, chunks: number): Band[] {
  const [start, end] = [Math.max(0, from), Math.min(to, chunks)];
  if (start >= end) return [];
  const [first, last] = [Math.floor(start / per), Math.floor((end - 1) / per)];
  if (first === last) return [[first, first + 1, end - start]];
  return [
    [first, first + 1, (first + 1) * per - start],
    [first + 1, last, per],
    [last, last + 1, end - last * per],
  ];
}
