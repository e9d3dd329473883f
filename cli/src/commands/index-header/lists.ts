/** The values of a label, one of them, and the symbols. */

import { colours } from "../../output/colour";
import { jsonLine } from "../../output/json";
import { count, plural, size } from "../../output/numbers";
import { printable } from "../../output/printable";
import { MOST_ROWS, rest, table } from "../../output/table";
import { type Cell, type Column, integers, type NextRows, type TableRows, texts } from "../../output/tsv";
import { write, writeError, writePieces } from "../../output/write";
import {
  type LabelSummary,
  type OpenIndexHeader,
  type PostingsRange,
  TagviewError,
  type Text,
  textKey,
  toJson,
} from "../../runtime/engine";
import { Status } from "../../runtime/exit-status";
import type { OutputOptions } from "../../runtime/options";
import type { LookupJson, SymbolsJson, ValuesJson } from "./schemas";
import { bytesOf, cell, shown, typed } from "./texts";

interface Listing extends OutputOptions {
  prefix?: string;
  by?: "value" | "series";
  top?: number;
}

/** Prints the table of a file, whose rows come in parts. */
export type PrintTable = (columns: Column[], parts: AsyncIterable<Cell[][]>) => Promise<void>;

/** A table whose rows come in parts; the header does not wait for them. */
export async function* tableParts(next: NextRows, parts: AsyncIterable<Cell[][]>): AsyncGenerator<TableRows> {
  yield next([]);
  for await (const rows of parts) yield next(rows);
}

/** The parts of `value`, an object whose list `key` is empty, with the items in that list. */
async function* jsonParts(
  value: ValuesJson | SymbolsJson,
  key: "values" | "symbols",
  parts: AsyncIterable<object[]>,
): AsyncGenerator<string> {
  const empty = `"${key}":[]`;
  const [before, after] = jsonLine(value).split(empty);
  let separator = `${before}${empty.slice(0, -1)}`;
  for await (const items of parts) {
    if (items.length === 0) continue;
    yield separator + items.map(toJson).join(",");
    separator = ",";
  }
  yield `${separator === "," ? "" : separator}]${after}`;
}

/** A value of a label, and its number of series. */
export interface ValueRow extends PostingsRange {
  value: Text;
  series: number;
}

/** A postings list consists of the number of its series and a reference to each, of four bytes each. */
function seriesIn(start: bigint, end: bigint): number {
  return Math.max(0, Math.floor((Number(end - start) - 4) / 4));
}

/** The label called `name`; undefined for an unknown one. */
export function labelOf({ summary }: OpenIndexHeader, name: string): LabelSummary | undefined {
  const wanted = textKey(typed(name));
  return summary.labels.find((label) => textKey(label.name) === wanted);
}

/** The values of a label that begin with the prefix, in parts; empty for an unknown label. */
async function* valueRows(
  opened: OpenIndexHeader,
  label: LabelSummary | undefined,
  { prefix }: Pick<Listing, "prefix">,
): AsyncGenerator<ValueRow[]> {
  if (label === undefined) return;
  const begin = prefix === undefined ? null : bytesOf(typed(prefix));
  for await (const { values, start, end } of opened.eachValues(label.label)) {
    const rows = values.map((value, k): ValueRow => {
      const range = { start: start[k] ?? 0n, end: end[k] ?? 0n };
      return { value, ...range, series: seriesIn(range.start, range.end) };
    });
    yield begin === null
      ? rows
      : rows.filter(({ value }) => bytesOf(value).subarray(0, begin.length).equals(begin));
  }
}

/** The values of the label called `name`, of those that begin with the prefix, in parts. */
export function valuesOf(
  opened: OpenIndexHeader,
  name: string,
  options: Pick<Listing, "prefix">,
): AsyncGenerator<ValueRow[]> {
  return valueRows(opened, labelOf(opened, name), options);
}

/** The first `top` values; those with most series if they are listed by series. */
async function* firstValues(
  parts: AsyncIterable<ValueRow[]>,
  { by, top = Number.POSITIVE_INFINITY }: Pick<Listing, "by" | "top">,
): AsyncGenerator<ValueRow[]> {
  const rows: ValueRow[] = [];
  const cut = () => {
    if (by === "series") rows.sort((a, b) => b.series - a.series);
    rows.length = Math.min(rows.length, top);
  };
  for await (const part of parts) {
    for (const row of part) rows.push(row);
    if (rows.length > 2 * top) cut();
  }
  cut();
  yield rows;
}

/** Applies `f` to the rows of each part. */
async function* mapped<T, U>(parts: AsyncIterable<T[]>, f: (row: T) => U): AsyncGenerator<U[]> {
  for await (const rows of parts) yield rows.map(f);
}

/** The error of a file without the label called `name`. */
export const missingLabel = (file: string, name: string): string =>
  `tagview: ${printable(file)}: there is no label ${printable(name)}: list the labels with tagview index-header ${printable(file)}\n`;

/** Prints the values of a label. */
export async function listValues(
  opened: OpenIndexHeader,
  file: string,
  name: string,
  options: Listing,
  print: PrintTable,
): Promise<Status> {
  const label = labelOf(opened, name);
  if (label === undefined) writeError(missingLabel(file, name));
  const { complete, error } = opened.summary;
  const all = valueRows(opened, label, options);
  const parts = options.by === "series" || options.top !== undefined ? firstValues(all, options) : all;
  if (options.json) {
    const json: ValuesJson = { file, name: typed(name), values: [], complete, error };
    await writePieces(jsonParts(json, "values", parts));
  } else if (options.tsv) {
    const columns = [...texts("value"), ...integers("start", "end", "series")];
    await print(
      columns,
      mapped(parts, ({ value, start, end, series }) => [cell(value), start, end, series]),
    );
  } else await printValues(all, options);
  return label === undefined ? Status.Damaged : Status.Good;
}

/** Prints the first values as text, and the number of remaining ones. */
async function printValues(
  parts: AsyncIterable<ValueRow[]>,
  { by, top = MOST_ROWS, color }: Listing,
): Promise<void> {
  let all = 0;
  const counted = mapped(parts, (row) => {
    all += 1;
    return row;
  });
  const first: ValueRow[] = [];
  for await (const rows of firstValues(counted, { by, top })) first.push(...rows);
  if (all === 0) return;
  const lines = table(
    [
      { title: "value", align: "left" },
      { title: "series", align: "right" },
      { title: "start", align: "right" },
      { title: "end", align: "right" },
      { title: "postings", align: "right" },
    ],
    first.map(({ value, series, start, end }) => [
      shown(value),
      count(series),
      ...[count(start), count(end), size(Number(end - start))],
    ]),
  );
  const { dim } = colours(color);
  const more =
    top < MOST_ROWS && all > top
      ? `${dim(`and ${plural(all - top, "value")} more`)}\n`
      : rest(all, "value", dim);
  await write(lines + more);
}

interface Lookup {
  /** The pairs, as NAME=VALUE. */
  wanted: readonly string[];
  file: string;
  /** Whether it is one of several files. */
  isOneOfMany: boolean;
}

/**
 * Prints the position of the postings of each `NAME=VALUE`: of several pairs after the pair and a tab, of several files
 * after the file and a tab.
 */
export async function lookUp(
  opened: OpenIndexHeader,
  { wanted, file, isOneOfMany }: Lookup,
  { json, tsv }: OutputOptions,
  print: PrintTable,
): Promise<Status> {
  const pairs = wanted.map((text) => {
    const at = text.indexOf("=");
    if (at < 0) throw new TagviewError("usage", `--lookup: ${text} has no =`, "write NAME=VALUE");
    return { text, name: typed(text.slice(0, at)), value: typed(text.slice(at + 1)) };
  });
  let status: Status = Status.Good;
  const found: LookupJson[] = [];
  for (const { text, name, value } of pairs) {
    const range = await opened.lookup(name, value);
    const answer: LookupJson = { file, name, value, start: range?.start ?? null, end: range?.end ?? null };
    if (range === null) {
      const what = `${printable(file)}: ${printable(text)} is not in the table`;
      writeError(`tagview: ${what}: ${printable(remedyFor(text))}\n`);
      status = Status.Damaged;
    } else found.push(answer);
    if (json) await write(jsonLine(answer));
    else if (range !== null && !tsv) {
      const of = [...(isOneOfMany ? [printable(file)] : []), ...(pairs.length > 1 ? [printable(text)] : [])];
      await write(`${[...of, `${range.start}..${range.end}`].join("\t")}\n`);
    }
  }
  if (tsv && found.length > 0) {
    const rows = found.map(({ name, value, start, end }) => [cell(name), cell(value), start, end]);
    await print([...texts("name", "value"), ...integers("start", "end")], onePart(rows));
  }
  return status;
}

/** A matcher of PromQL that is one label's value: with quotes, braces or both. */
const MATCHER = /^\{?\s*([^={}"]+?)\s*=\s*(?:(["'])([^{}]*)\2|([^"'{}]*?))\s*\}?$/su;

/** The remedy for a pair that was not found: leave out the braces and quotes of PromQL, or list the values. */
function remedyFor(pair: string): string {
  const [, name, , quoted, bare] = MATCHER.exec(pair) ?? [];
  const plain = name === undefined ? pair : `${name}=${quoted ?? bare ?? ""}`;
  return plain === pair
    ? `list the values of a label with --label ${pair.slice(0, pair.indexOf("="))}`
    : `leave out braces and quotes, as in ${plain}`;
}

async function* onePart<T>(rows: T[]): AsyncGenerator<T[]> {
  yield rows;
}

async function* symbolRows(opened: OpenIndexHeader): AsyncGenerator<{ ref: bigint; symbol: Text }[]> {
  for await (const { symbols, references } of opened.eachSymbols()) {
    yield symbols.map((symbol, k) => ({ ref: references[k] ?? 0n, symbol }));
  }
}

/** Prints all symbols. */
export async function listSymbols(
  opened: OpenIndexHeader,
  file: string,
  { json, tsv }: OutputOptions,
  print: PrintTable,
): Promise<Status> {
  const { complete, error } = opened.summary;
  const parts = symbolRows(opened);
  if (json) {
    const answer: SymbolsJson = { file, symbols: [], complete, error };
    await writePieces(jsonParts(answer, "symbols", parts));
  } else if (tsv) {
    const columns = [...integers("ref"), ...texts("symbol")];
    await print(
      columns,
      mapped(parts, ({ ref, symbol }) => [ref, cell(symbol)]),
    );
  } else {
    for await (const lines of mapped(parts, ({ ref, symbol }) => `${ref}\t${shown(symbol)}\n`)) {
      await write(lines.join(""));
    }
  }
  return Status.Good;
}
