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
  expect(wholeText(array(false), cells)).toBe("2 × 2 · 1 of 4 chunks, 3 not written");
  expect(cellText(cells, { row: 1, column: 0 }, lost)).toBe("chunk 1 / 0: not written");
  expect(noteOf({ summary: array(false), columns })).toBe("");
});

it("chunks of a missing manifest are unknown, with a warning", () => {
  const lost = lostInCells(array(true), choice, cells);
  expect(wholeText(array(true), cells)).toBe("2 × 2 · 1 of 4 chunks, 1 not written, 2 unknown");
  expect(cellText(cells, { row: 0, column: 1 }, lost)).toBe("chunk 0 / 1: not written");
  expect(cellText(cells, { row: 1, column: 0 }, lost)).toBe("chunk 1 / 0: in a missing manifest");
  expect(csv(cells, lost)).toContain("1,1,0,0,0,0,0,1,0");
  expect(noteOf({ summary: array(true), columns })).toBe(
    "1 manifest can't be read: whether its chunks were written is unknown.",
  );
});
