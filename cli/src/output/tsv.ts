/**
 * The tables of results: columns and rows, as `write` takes them, and their form as tab-separated text with a header line
 * that begins with `#`.
 */

import { tsvFormatRows } from "d3-dsv";
import { printable } from "./printable";

export type Cell = string | number | bigint | boolean | null;

/** The type of a column, also of an empty table. */
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

/** Rows that begin a table, with its columns, or continue one. */
export interface TableRows {
  /** The columns of the table that begins; null if the previous table continues. */
  begins: readonly Column[] | null;
  rows: Cell[][];
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
   * Begins the table of a file. With `names`, its first column names the file also where it is the only one. The table
   * continues the previous one if it has the same columns.
   */
  begin(file: string, columns: readonly Column[], names?: boolean): NextRows;
}

/** Returns the next rows of a table; the first ones have its columns. */
export type NextRows = (rows: Cell[][]) => TableRows;

export function tablesOf(files: number): Tables {
  let last = "";
  const areSeveral = files > 1;
  return {
    areSeveral,
    begin(file, columns, names = areSeveral) {
      const all = names ? [...FILE, ...columns] : columns;
      const header = headerLine(all);
      const next = header === last ? continued : begun(all);
      last = header;
      return names ? (rows) => next(rows.map((row) => [file, ...row])) : next;
    },
  };
}

const continued: NextRows = (rows) => ({ begins: null, rows });

/** Begins a table of its own. */
export function begun(columns: readonly Column[]): NextRows {
  let begins: readonly Column[] | null = columns;
  return (rows) => {
    const part = { begins, rows };
    begins = null;
    return part;
  };
}

/** Number of rows in a piece. */
const ROWS = 1 << 10;

/** A file's table in pieces, however long it is: rows are requested as they are written. */
export function tablePieces(
  tables: Tables,
  file: string,
  { columns, rows }: Table,
  names?: boolean,
): Generator<TableRows> {
  return rowPieces(rows, tables.begin(file, columns, names));
}

/** A table of its own in pieces. */
export function wholeTable({ columns, rows }: Table): Generator<TableRows> {
  return rowPieces(rows, begun(columns));
}

function* rowPieces(rows: Iterable<Cell[]>, next: NextRows): Generator<TableRows> {
  let piece: Cell[][] = [];
  for (const row of rows) {
    piece.push(row);
    if (piece.length < ROWS) continue;
    yield next(piece);
    piece = [];
  }
  yield next(piece);
}

/** The same of rows that arrive in time; the header does not wait for them. */
export async function* arrivingPieces(
  rows: AsyncIterable<Cell[]> | Iterable<Cell[]>,
  next: NextRows,
): AsyncGenerator<TableRows> {
  yield next([]);
  let piece: Cell[][] = [];
  for await (const row of rows) {
    piece.push(row);
    if (piece.length < ROWS) continue;
    yield next(piece);
    piece = [];
  }
  yield next(piece);
}

/** The text of rows, with the header line where they begin a table; a value that does not exist is an empty field. */
export function tsvText({ begins, rows }: TableRows): string {
  return (begins === null ? "" : headerLine(begins)) + tsvRows(rows);
}

/** `#first	second` */
function headerLine(columns: readonly Column[]): string {
  return `#${tsvFormatRows([columns.map(({ name }) => printable(name))])}\n`;
}

/** One line per row; control characters in text, tabs and line ends among them, are written as `\\xNN`. */
function tsvRows(rows: Cell[][]): string {
  const text = tsvFormatRows(rows.map((row) => row.map(cellText)));
  return text === "" ? "" : `${text}\n`;
}

/** A cell in a table of text. */
export function cellText(cell: Cell): string {
  if (cell === null) return "";
  // For a long column of numbers, String would cache each one's text and enlarge the heap.
  if (typeof cell === "number" && Number.isFinite(cell)) return JSON.stringify(cell);
  return typeof cell === "string" ? printable(cell) : String(cell);
}
