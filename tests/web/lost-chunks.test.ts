/** Chunks without a reference: never written, or in a manifest that is missing. */

import type { ArraySummary } from "@tagview/engine";
import { expect, it } from "vitest";
import { cellText, csv, noteOf, wholeText } from "../../web/src/formats/icechunk/repository/grid-text";
import { lostInCells } from "../../web/src/formats/icechunk/repository/lost-chunks";

const dimension = { array_length: 2n, num_chunks: 2n, name: null };
const READ = { refs: 1, native: 1, virtual: 0, inline: 0, bytes: 8n, node: "N", first: null, last: null };

/** An array of 2 × 2 chunks with a manifest for each row; the first chunk of the first row is written. */
function array(isSecondLost: boolean): ArraySummary {
  const row = (k: number, references: unknown) => ({
    id: `M${k}`,
    extents: [
      [k, k + 1],
      [0, 2],
    ],
    bytes: 100n,
    references,
  });
  return {
    shape: [dimension, dimension],
    grid: 4n,
    refs: 1,
    missing: 3n,
    manifests: [row(0, READ), row(1, isSecondLost ? null : { ...READ, refs: 0, native: 0 })],
  } as unknown as ArraySummary;
}

const none = new Uint32Array(4);
const cells = {
  ...{ rows: 2, columns: 2, per: [1, 1] as const, chunks: [2, 2] as const, outside: 0 },
  counts: { native: Uint32Array.of(1, 0, 0, 0), virtual: none, inline: none, unknown: none },
  bytes: Float64Array.of(8, 0, 0, 0),
};
const choice = { down: 0, across: 1, at: [0, 0] };
const columns = { is: "read", what: { left: 0, misfits: 0, findings: [] } } as never;

it("chunks that no manifest has are not written, which is no fault", () => {
  const lost = lostInCells(array(false), choice, cells);
  expect(wholeText(array(false), cells)).toBe("shape 2 × 2 · 1 of 4 chunks written, 3 not written");
  expect(cellText(cells, { row: 1, column: 0 }, lost)).toBe("chunk 1 / 0: not written");
  expect(noteOf({ summary: array(false), columns })).toBe("");
});

it("chunks of a missing manifest are unknown, with a warning", () => {
  const lost = lostInCells(array(true), choice, cells);
  expect(wholeText(array(true), cells)).toBe("shape 2 × 2 · 1 of 4 chunks written, 1 not written, 2 unknown");
  expect(cellText(cells, { row: 0, column: 1 }, lost)).toBe("chunk 0 / 1: not written");
  expect(cellText(cells, { row: 1, column: 0 }, lost)).toBe("chunk 1 / 0: in a missing manifest");
  expect(csv(cells, lost)).toContain("1,1,0,0,0,0,0,1,0");
  expect(noteOf({ summary: array(true), columns })).toBe(
    "1 manifest can't be read: whether its chunks were written is unknown.",
  );
});

/** A lost manifest with the given ranges of chunks. */
const lostManifest = (...extents: [number, number][]) => ({ id: "M", extents, bytes: 1n, references: null });
/** An array of 10 x 7 chunks with the given manifests. */
const arrayOf = (manifests: unknown[]) => ({ ...array(false), manifests }) as ArraySummary;

it("chunks of lost manifests are counted in cells of several chunks, each chunk at most once", () => {
  const counts = { native: new Uint32Array(12), virtual: none, inline: none, unknown: none };
  const grid = { ...cells, rows: 4, columns: 3, per: [3, 3] as const, chunks: [10, 7] as const, counts };
  const count = (...manifests: unknown[]) => [...lostInCells(arrayOf(manifests), choice, grid)];
  expect(count(lostManifest([2, 7], [1, 5]))).toEqual([2, 2, 0, 6, 6, 0, 2, 2, 0, 0, 0, 0]);
  expect(count(lostManifest([9, 20], [0, 99]))).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 3, 1]);
  expect(count(lostManifest([4, 5], [4, 5]), lostManifest([3, 4], [3, 4]))[4]).toBe(2);
  expect(count(lostManifest([0, 10], [0, 7]), lostManifest([0, 10], [0, 7]))[4]).toBe(9);
  expect(count(lostManifest([5, 5], [0, 7]), lostManifest([30, 40], [0, 7]))).toEqual(Array(12).fill(0));
});

it("many lost manifests take no longer in many cells", () => {
  const side = 300;
  const counts = { native: new Uint32Array(side * side), virtual: none, inline: none, unknown: none };
  const grid = { ...cells, rows: side, columns: side, chunks: [side, side] as const, counts };
  const manifests = new Array(50_000).fill(lostManifest([0, side], [0, side]));
  expect(lostInCells(arrayOf(manifests), choice, grid).every((lost) => lost === 1)).toBe(true);
});
