/** Tab-separated tables with a header line that begins with `#`. */

import { tsvFormatRows } from "d3-dsv";
import { printable } from "./printable";

export type Cell = string | number | bigint | boolean | null;

/** What a column holds, whatever cells it has: of an empty table too. */
export type Kind = "integer" | "real" | "text";

export interface Column<N extends string = string> {
  name: N;
  kind: Kind;
}

const columnsOf =
  (kind: Kind) =>
  <N extends string>(...names: N[]): Column<N>[] =>
    names.map((name) => ({ name, kind }));

/** Columns of whole numbers of up to 64 bits. */
export const integers = columnsOf("integer");
/** Columns of numbers that need not be whole. */
export const reals = columnsOf("real");
export const texts = columnsOf("text");

/** Lines of a table from its header on, and what its columns hold. */
export interface TsvLines {
  columns: readonly Column[];
  text: string;
}

export interface Table {
  columns: readonly Column[];
  rows: Iterable<Cell[]>;
}

/** The same with one more column, whose value is that of every row. */
export function withColumn({ columns, rows }: Table, more: readonly Column[], value: Cell): Table {
  const longer = function* (): Generator<Cell[]> {
    for (const row of rows) yield [...row, value];
  };
  return { columns: [...columns, ...more], rows: longer() };
}

/** The column with the file of a row, for several files. */
const FILE = texts("file");

/** The tables of a command's files, printed one below the other. */
export interface Tables {
  /** Whether there are several files, so that their tables name them. */
  readonly areSeveral: boolean;
  /**
   * Begins the table of a file. With `names`, its first column names the file also where it is the only one.
   * `header` is empty if the columns are those of the previous table, which then continues.
   */
  begin(file: string, columns: readonly Column[], names?: boolean): Begun;
}

interface Begun {
  header: TsvLines | "";
  /** A row as it is printed. */
  rowOf(row: Cell[]): Cell[];
}

export function tablesOf(files: number): Tables {
  let last = "";
  const areSeveral = files > 1;
  return {
    areSeveral,
    begin(file, columns, names = areSeveral) {
      const header = tsvHeader(names ? [...FILE, ...columns] : columns);
      const isNew = header.text !== last;
      last = header.text;
      return {
        header: isNew ? header : "",
        rowOf: names ? (row) => [file, ...row] : (row) => row,
      };
    },
  };
}

/** Number of rows in a piece. */
const ROWS = 1 << 10;

/** The lines of a file's table in pieces, however long it is: rows are requested as they are written. */
export function* tsvPieces(
  tables: Tables,
  file: string,
  { columns, rows }: Table,
  names?: boolean,
): Generator<string | TsvLines> {
  const { header, rowOf } = tables.begin(file, columns, names);
  yield header;
  yield* rowPieces(rows, rowOf);
}

/** A table of its own as `tsv` returns it, in pieces. */
export function* tsvTable({ columns, rows }: Table): Generator<string | TsvLines> {
  yield tsvHeader(columns);
  yield* rowPieces(rows, (row) => row);
}

function* rowPieces(rows: Iterable<Cell[]>, rowOf: (row: Cell[]) => Cell[]): Generator<string> {
  let piece: Cell[][] = [];
  for (const row of rows) {
    piece.push(rowOf(row));
    if (piece.length < ROWS) continue;
    yield tsvRows(piece);
    piece = [];
  }
  yield tsvRows(piece);
}

/** A table of its own: a header line, and one line per row; a value that does not exist is an empty field. */
export function tsv(columns: readonly Column[], rows: Iterable<Cell[]>): TsvLines {
  return { columns, text: tsvHeader(columns).text + tsvRows(rows) };
}

/** `#first	second` */
export function tsvHeader(columns: readonly Column[]): TsvLines {
  return { columns, text: `#${tsvFormatRows([columns.map(({ name }) => printable(name))])}\n` };
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
