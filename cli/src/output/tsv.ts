/** Tab-separated tables with a header line that begins with `#`. */

import { tsvFormatRows } from "d3-dsv";

export type Cell = string | number | bigint | boolean | null;

/** A header line, and one line per row; a value that does not exist is an empty field. */
export function tsv(header: string[], rows: Iterable<Cell[]>): string {
  return tsvHeader(header) + tsvRows(rows);
}

/** `#first	second` */
export function tsvHeader(header: string[]): string {
  return `#${tsvFormatRows([header])}\n`;
}

/** One line per row. */
export function tsvRows(rows: Iterable<Cell[]>): string {
  const text = tsvFormatRows(
    Array.from(rows, (row) => row.map((cell) => (cell === null ? "" : String(cell)))),
  );
  return text === "" ? "" : `${text}\n`;
}
