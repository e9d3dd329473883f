/**
 * `--table`: what a command prints with `--tsv` or `--json`, as a file. Standard output is caught while the command runs,
 * so that commands know nothing of it.
 */

import { extname } from "node:path";
import { csvFormatRows, tsvParseRows } from "d3-dsv";
import { engine, type ParquetColumn, TagviewError } from "../runtime/engine";
import { shellLine } from "./shell";
import type { Column, TsvLines } from "./tsv";
import { checkNew, type Replacing, writeWhole } from "./whole-file";
import { catchOutput } from "./write";

const encoder = new TextEncoder();

/** A file of results in the making. */
export interface TableFile {
  /** The option that makes the command print what is caught. */
  option: "json" | "tsv";
  /**
   * The command has printed everything: writes the file, unless that is nothing, or a table without a row of an input that
   * is not `sound`.
   * @throws TagviewError `open-failed`, or `usage` where what was printed is no table.
   */
  finish(sound: boolean): Promise<void>;
}

/**
 * Catches what is printed from now on.
 * @throws TagviewError `open-failed` where the file exists and may not be replaced.
 */
export function beginTableFile(path: string, replacing: Replacing): TableFile {
  checkNew(path, replacing);
  const caught = catchOutput();
  const ending = extname(path).toLowerCase();
  return {
    option: ending === ".json" ? "json" : "tsv",
    async finish(sound) {
      const printed = caught.end();
      if (printed.text === "" || (!sound && ending !== ".json" && isHeader(printed.text))) return;
      const bytes = await contentOf(printed, ending, path);
      await writeWhole(path, replacing, (append) => append(bytes));
    },
  };
}

/** Whether this is the header of a table alone. */
function isHeader(text: string): boolean {
  return text.startsWith("#") && text.indexOf("\n") === text.length - 1;
}

async function contentOf(
  { text, columns: kinds }: TsvLines,
  ending: string,
  path: string,
): Promise<Uint8Array> {
  if (ending === ".json") return encoder.encode(text);
  const rows = tableOf(text, path);
  if (ending === ".csv") return encoder.encode(`${csvFormatRows(rows)}\n`);
  const [header = [], ...body] = rows;
  const columns = header.map((name, at) =>
    parquetColumn(
      { name, kind: kinds[at]?.kind ?? "text" },
      body.map((row) => row[at] ?? ""),
    ),
  );
  return engine.tags.parquet({
    columns,
    metadata: { "tagview.command": shellLine(["tagview", ...process.argv.slice(2)]) },
  });
}

/** The rows of what was printed, the header first. */
function tableOf(text: string, path: string): string[][] {
  const rows = tsvParseRows(text.replace(/\n$/, ""));
  const beginsTable = ([first = ""]: string[]) => first.startsWith("#");
  if (rows.length > 0 && !beginsTable(rows[0] as string[])) {
    throw new TagviewError(
      "usage",
      "the command prints no table",
      `end ${path} in .json, or leave out --table`,
    );
  }
  if (rows.filter(beginsTable).length > 1) {
    const message = "the tables of these files have different columns, and are not one";
    throw new TagviewError("usage", message, `end ${path} in .json, or name one file`);
  }
  return rows.map((row, at) => (at === 0 ? [(row[0] ?? "").slice(1), ...row.slice(1)] : row));
}

/** A column of what it is defined to hold; empty cells are missing. */
function parquetColumn({ name, kind }: Column, cells: string[]): ParquetColumn {
  const put = <T>(read: (cell: string) => T): (T | null)[] =>
    cells.map((cell) => (cell === "" ? null : read(cell)));
  if (kind === "integer") return { name, kind, cells: put(BigInt) };
  if (kind === "real") return { name, kind, cells: put(Number) };
  return { name, kind, cells: put(String) };
}
