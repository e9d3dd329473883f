/** `--table`: the results of a command as a file, instead of on standard output: rows as CSV or Parquet, objects as JSON. */

import { extname } from "node:path";
import { csvFormatRows } from "d3-dsv";
import { engine, TagviewError } from "../runtime/engine";
import { shellLine } from "./shell";
import { type Cell, type Column, cellText, type TableRows } from "./tsv";
import { checkNew, type Replacing, writeWhole } from "./whole-file";
import { redirect, type Sink } from "./write";

/** Maximum number of bytes of a CSV or JSON file, which is in memory until it is complete. */
const MAX_BYTES = 1 << 28;
/** Maximum number of cells of a Parquet file: all of them are in memory. */
const MAX_CELLS = 1 << 25;

/** A file of results in the making. */
export interface TableFile {
  /** The output option whose results the file holds. */
  option: "json" | "tsv";
  /**
   * The command has given all results: writes the file, unless that is nothing, or a table without a row of an input that
   * is not `sound`.
   * @throws TagviewError `open-failed`, or `usage` if the results are not a table.
   */
  finish(sound: boolean): Promise<void>;
}

/** The content of a file in the making. */
interface Content extends Sink {
  /** Whether there is nothing to write. */
  isEmpty(sound: boolean): boolean;
  /** @throws TagviewError `usage` if the results are not a table. */
  toBytes(): Promise<Uint8Array>;
}

/**
 * Keeps the results from now on.
 * @throws TagviewError `open-failed` where the file exists and may not be replaced.
 */
export function beginTableFile(path: string, replacing: Replacing): TableFile {
  checkNew(path, replacing);
  const ending = extname(path).toLowerCase();
  const isJson = ending === ".json";
  const content = isJson ? lines() : tableOf(ending === ".csv" ? csv() : parquet(), path);
  redirect(content);
  return {
    option: isJson ? "json" : "tsv",
    async finish(sound) {
      redirect(null);
      if (content.isEmpty(sound)) return;
      const bytes = await content.toBytes();
      await writeWhole(path, replacing, (append) => append(bytes));
    },
  };
}

/** Lines of JSON. */
function lines(): Content {
  const text = limited();
  return {
    rows() {},
    bytes: text.add,
    isEmpty: () => text.isEmpty(),
    toBytes: async () => text.joined(),
  };
}

/** A form of a table. */
interface Form {
  begin(columns: readonly Column[]): void;
  add(rows: Cell[][]): void;
  toBytes(): Promise<Uint8Array>;
}

/** One table; `form` gets its rows. */
function tableOf(form: Form, path: string): Content {
  let columns: readonly Column[] | null = null;
  let hasRows = false;
  let problem: TagviewError | null = null;
  const refuse = (message: string, remedy: string) => {
    problem ??= new TagviewError("usage", message, `end ${path} in .json, or ${remedy}`);
  };
  return {
    rows({ begins, rows }: TableRows) {
      if (begins !== null && columns !== null)
        refuse("the tables of these files have different columns and can't be combined", "name one file");
      if (begins !== null && columns === null) {
        columns = begins;
        form.begin(columns);
      }
      if (problem !== null) return;
      hasRows ||= rows.length > 0;
      form.add(rows);
    },
    bytes({ length }) {
      if (length > 0) refuse("the command prints no table", "leave out --table");
    },
    isEmpty: (sound) => problem === null && (columns === null || (!hasRows && !sound)),
    async toBytes() {
      if (problem !== null) throw problem;
      return form.toBytes();
    },
  };
}

function csv(): Form {
  const text = limited();
  const add = (rows: string[][]) => {
    if (rows.length > 0) text.add(Buffer.from(`${csvFormatRows(rows)}\n`));
  };
  return {
    begin: (columns) => add([columns.map(({ name }) => cellText(name))]),
    add: (rows) => add(rows.map((row) => row.map(cellText))),
    toBytes: async () => text.joined(),
  };
}

function parquet(): Form {
  let columns: FilledColumn[] = [];
  let cells = 0;
  return {
    begin(begun) {
      columns = begun.map(({ name, kind }) => ({ name, kind, cells: [] }));
    },
    add(rows) {
      cells += rows.length * columns.length;
      if (cells > MAX_CELLS) throw tooLarge();
      for (const row of rows) for (const [at, column] of columns.entries()) push(column, row[at] ?? null);
    },
    toBytes: () =>
      engine.tags.parquet({
        columns,
        metadata: { "tagview.command": shellLine(["tagview", ...process.argv.slice(2)]) },
      }),
  };
}

/** A column that is being filled. */
type FilledColumn = { name: string } & (
  | { kind: "integer"; cells: (bigint | null)[] }
  | { kind: "real"; cells: (number | null)[] }
  | { kind: "text"; cells: (string | null)[] }
);

/** Adds a cell, converted to the type of its column. */
function push(column: FilledColumn, cell: Cell): void {
  if (cell === null) column.cells.push(null);
  else if (column.kind === "integer") column.cells.push(BigInt(cell));
  else if (column.kind === "real") column.cells.push(Number(cell));
  else column.cells.push(String(cell));
}

/** Bytes that are kept up to a limit. */
function limited() {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  return {
    add(chunk: Uint8Array): void {
      bytes += chunk.length;
      if (bytes > MAX_BYTES) throw tooLarge();
      // The caller may change it once `write` has returned.
      chunks.push(new Uint8Array(chunk));
    },
    isEmpty: () => bytes === 0,
    joined: () => Buffer.concat(chunks),
  };
}

function tooLarge(): TagviewError {
  const message = "the results are too large for --table";
  return new TagviewError("too-large", message, "print them with --tsv or --json");
}
