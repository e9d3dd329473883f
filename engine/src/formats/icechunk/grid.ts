/** The chunk grid of an array, and the sizes of its chunks, counted from its references. */

import { REFERENCE_KINDS } from "./open.ts";
import type { ReferenceKind } from "./results.ts";

/** All references of an array in columns. */
export interface ReferenceColumns {
  /** Number of dimensions of the array. */
  rank: number;
  /** `rank` coordinates of each reference, one after the other. */
  indices: Uint32Array;
  /** Index into `REFERENCE_KINDS` of each reference. */
  kinds: Uint8Array;
  /** Bytes of each chunk, to 53 bits. */
  lengths: Float64Array;
  /** References beyond the maximum number, which are omitted. */
  left: number;
  /** References whose number of coordinates differs from the dimensions of the array. */
  misfits: number;
}

/** A view of a grid: two of its dimensions, at one position along each remaining dimension. */
export interface GridView {
  /** Chunks by dimension. */
  chunks: readonly number[];
  /** The dimensions that go down and across; null for arrays with fewer. */
  down: number | null;
  across: number | null;
  /** The coordinate in each dimension; unused for the two displayed ones. */
  at: readonly number[];
  /** Maximum number of cells, down and across: for more chunks, a cell represents several. */
  most: readonly [number, number];
}

/** A grid as cells, row by row. */
export interface GridCells {
  rows: number;
  columns: number;
  /** Chunks per cell, down and across; fewer at the far ends. */
  per: readonly [number, number];
  /** Chunks of the view, down and across. */
  chunks: readonly [number, number];
  /** Number of chunks of each kind in every cell. */
  counts: Readonly<Record<ReferenceKind, Uint32Array>>;
  /** Bytes of each cell's chunks. */
  bytes: Float64Array;
  /** References in the view outside the grid. */
  outside: number;
}

/** Counts the references of a view in cells. */
export function gridCells({ rank, indices, kinds, lengths }: ReferenceColumns, view: GridView): GridCells {
  const { chunks, down, across, at, most } = view;
  const chunksOf = (dimension: number | null): number =>
    dimension === null ? 1 : Math.max(0, chunks[dimension] ?? 0);
  const [high, wide] = [chunksOf(down), chunksOf(across)];
  const perCell = (n: number, most: number): number => Math.max(1, Math.ceil(n / Math.max(1, most)));
  const per = [perCell(high, most[0]), perCell(wide, most[1])] as const;
  const [rows, columns] = [Math.ceil(high / per[0]), Math.ceil(wide / per[1])];
  const made = REFERENCE_KINDS.map((kind) => [kind, new Uint32Array(rows * columns)] as const);
  const counts = Object.fromEntries(made) as Record<ReferenceKind, Uint32Array>;
  const bytes = new Float64Array(rows * columns);
  const byKind = REFERENCE_KINDS.map((kind) => counts[kind]);
  const fixed = chunks.flatMap((_, dimension) =>
    dimension === down || dimension === across ? [] : [dimension],
  );
  let outside = 0;
  for (let k = 0; k < kinds.length; k++) {
    const first = k * rank;
    if (!fixed.every((dimension) => indices[first + dimension] === at[dimension])) continue;
    const y = down === null ? 0 : (indices[first + down] ?? 0);
    const x = across === null ? 0 : (indices[first + across] ?? 0);
    if (y >= high || x >= wide) {
      outside += 1;
      continue;
    }
    const cell = Math.floor(y / per[0]) * columns + Math.floor(x / per[1]);
    const count = byKind[kinds[k] ?? 0];
    if (count) count[cell] = (count[cell] ?? 0) + 1;
    bytes[cell] = (bytes[cell] ?? 0) + (lengths[k] ?? 0);
  }
  return { rows, columns, per, chunks: [high, wide], counts, bytes, outside };
}

/** The contents of a cell. */
export interface GridCell {
  /** Range of its chunks, down and across; ends are exclusive. */
  down: readonly [number, number];
  across: readonly [number, number];
  chunks: number;
  /** Chunks that no manifest has. */
  missing: number;
}

export function gridCell({ columns, per, chunks, counts }: GridCells, row: number, column: number): GridCell {
  const down = [row * per[0], Math.min(chunks[0], (row + 1) * per[0])] as const;
  const across = [column * per[1], Math.min(chunks[1], (column + 1) * per[1])] as const;
  const all = (down[1] - down[0]) * (across[1] - across[0]);
  const cell = row * columns + column;
  const there = REFERENCE_KINDS.reduce((sum, kind) => sum + (counts[kind][cell] ?? 0), 0);
  return { down, across, chunks: all, missing: Math.max(0, all - there) };
}

/** A histogram of chunk sizes. */
export interface ChunkSizes {
  /** Edges of the bins in bytes, one more than there are bins, in a geometric sequence. */
  edges: number[];
  counts: Record<ReferenceKind, number[]>;
  /** Chunks of 0 bytes, which are in no bin. */
  empty: number;
}

/** The sizes of all chunks in `bins` bins; in one bin if all have one size. */
export function chunkSizes(
  { kinds, lengths }: Pick<ReferenceColumns, "kinds" | "lengths">,
  bins: number,
): ChunkSizes {
  let [least, most, empty] = [Number.POSITIVE_INFINITY, 0, 0];
  for (const length of lengths) {
    if (length === 0) empty += 1;
    else {
      least = Math.min(least, length);
      most = Math.max(most, length);
    }
  }
  const isOne = least === most;
  const n = most === 0 ? 0 : isOne ? 1 : bins;
  const step = isOne ? 2 : (most / least) ** (1 / bins);
  const start = isOne ? least / Math.SQRT2 : least;
  const edges = n === 0 ? [] : Array.from({ length: n + 1 }, (_, k) => start * step ** k);
  const made = REFERENCE_KINDS.map((kind) => [kind, new Array<number>(n).fill(0)] as const);
  const counts = Object.fromEntries(made) as Record<ReferenceKind, number[]>;
  const byKind = REFERENCE_KINDS.map((kind) => counts[kind]);
  for (let k = 0; k < lengths.length; k++) {
    const length = lengths[k] ?? 0;
    if (length === 0) continue;
    const bin = Math.max(0, Math.min(n - 1, Math.floor(Math.log(length / start) / Math.log(step) + 1e-9)));
    const count = byKind[kinds[k] ?? 0];
    if (count) count[bin] = (count[bin] ?? 0) + 1;
  }
  return { edges, counts, empty };
}
