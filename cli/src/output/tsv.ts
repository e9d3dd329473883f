/** Tab-separated tables with a header line that begins with `#`. */

import { tsvFormatRows } from "d3-dsv";
import { printable } from "./printable";

export type Cell = string | number | bigint | boolean | null;

/** A header line, and one line per row; a value that does not exist is an empty field. */
export function tsv(header: string[], rows: Iterable<Cell[]>): string {
  return tsvHeader(header) + tsvRows(rows);
}

/** Rows of a piece. */
const ROWS = 1 << 10;

/** The same table in pieces, however long it is: rows are asked for as they are written. */
export function* tsvPieces(header: string[], rows: Iterable<Cell[]>): Generator<string> {
  yield tsvHeader(header);
  let piece: Cell[][] = [];
  for (const row of rows) {
    piece.push(row);
    if (piece.length < ROWS) continue;
    yield tsvRows(piece);
    piece = [];
  }
  yield tsvRows(piece);
}

/** `#first	second` */
export function tsvHeader(header: string[]): string {
  return `#${tsvFormatRows([header.map(printable)])}\n`;
}

/** One line per row; control characters in text, tabs and line ends among them, are written as `\\xNN`. */
export function tsvRows(rows: Iterable<Cell[]>): string {
  const text = tsvFormatRows(Array.from(rows, (row) => row.map(cellText)));
  return text === "" ? "" : `${text}\n`;
}

function cellText(cell: Cell): string {
  if (cell === null) return "";
  // Of a long column of numbers, String would keep each one's text in a cache that grows the heap.
  if (typeof cell === "number" && Number.isFinite(cell)) return JSON.stringify(cell);
  return typeof cell === "string" ? printable(cell) : String(cell);
}
