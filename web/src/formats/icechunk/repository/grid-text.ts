/** A chunk grid in words: all of it, a cell, a row of CSV for each cell. */

import { count } from "@tagview/charts";
import { type ArraySummary, type GridCells, gridCell } from "@tagview/engine";
import { csvOf } from "../../../ui/csv";
import { bytes, some } from "../../../ui/numbers";
import type { Repository } from "../state";
import { lostManifests, withoutReference } from "./lost-chunks";

const KINDS = ["native", "virtual", "inline", "unknown"] as const;

/** The reason why the grid, or a part of it, is not drawn; empty for none. */
export function noteOf(array: Repository["array"]): string {
  if (!array) return "Choose an array among the nodes, if the snapshot has one.";
  const { columns } = array;
  if (columns.is === "failed") return columns.error;
  if (columns.is !== "read") return "";
  const { left, misfits, findings } = columns.what;
  const lost = new Set(lostManifests(array.summary).map(({ id }) => `manifests/${id}`));
  for (const { path } of findings) lost.add(path);
  return [
    lost.size > 0
      ? `${some(lost.size, "manifest")} can't be read: whether ${lost.size === 1 ? "its" : "their"} chunks were written is unknown.`
      : "",
    left > 0 ? `${count(left)} references are not drawn, because there are too many.` : "",
    misfits > 0 ? `${count(misfits)} references have another number of coordinates than the array.` : "",
  ]
    .filter(Boolean)
    .join(" ");
}

export function wholeText(array: ArraySummary, { per, outside }: GridCells): string {
  const { shape, grid, refs } = array;
  const { notWritten, lost } = withoutReference(array);
  const empty = notWritten === 0 ? [] : [`${count(notWritten)} not written`];
  if (lost > 0) empty.push(`${count(lost)} unknown`);
  const [down, across] = per;
  const cell = down * across === 1 ? "" : ` · a cell is ${count(down)} × ${count(across)} chunks`;
  const beyond = outside === 0 ? "" : ` · ${count(outside)} references beyond the grid`;
  const lengths = shape.map(({ array_length }) => count(array_length)).join(" × ") || "scalar";
  const chunks = [`${count(refs)} of ${count(grid)} chunks written`, ...empty].join(", ");
  return `shape ${lengths} · ${chunks}${cell}${beyond}`;
}

/** A cell in words; `lost` has the number of chunks of each cell whose manifest is missing. */
export function cellText(
  cells: GridCells,
  { row, column }: { row: number; column: number },
  lost: ArrayLike<number>,
): string {
  const { down, across, chunks, missing } = gridCell(cells, row, column);
  const place = row * cells.columns + column;
  const range = ([from, to]: readonly [number, number]): string =>
    to - from <= 1 ? count(from) : `${count(from)}–${count(to - 1)}`;
  const kinds = KINDS.flatMap((kind) => {
    const number = cells.counts[kind][place] ?? 0;
    if (number === 0) return [];
    return [chunks === 1 ? kind : `${count(number)} ${kind}`];
  });
  const unknown = lost[place] ?? 0;
  const add = (number: number, word: string): void => {
    if (number > 0) kinds.push(chunks === 1 ? word : `${count(number)} ${word}`);
  };
  add(missing - unknown, "not written");
  add(unknown, "in a missing manifest");
  const size = missing === chunks ? "" : `, ${bytes(cells.bytes[place] ?? 0)}`;
  const where = cells.chunks[0] > 1 ? `${range(down)} / ${range(across)}` : range(across);
  return `${chunks === 1 ? "chunk" : "chunks"} ${where}: ${kinds.join(", ")}${size}`;
}

/** A row for each cell that has chunks. */
export function csv(cells: GridCells, lost: ArrayLike<number>): string {
  const rows: (string | number)[][] = [
    ["down", "across", ...KINDS, "not_written", "in_missing_manifest", "bytes"],
  ];
  for (let row = 0; row < cells.rows; row++) {
    for (let column = 0; column < cells.columns; column++) {
      const { down, across, missing } = gridCell(cells, row, column);
      const place = row * cells.columns + column;
      const numbers = KINDS.map((kind) => cells.counts[kind][place] ?? 0);
      const unknown = lost[place] ?? 0;
      rows.push([down[0], across[0], ...numbers, missing - unknown, unknown, cells.bytes[place] ?? 0]);
    }
  }
  return csvOf(rows);
}
