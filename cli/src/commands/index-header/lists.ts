/** The values of a label, one of them, and the symbols. */

import { jsonLine } from "../../output/json";
import { count, size } from "../../output/numbers";
import { printable } from "../../output/printable";
import { table } from "../../output/table";
import { integers, type Table, texts } from "../../output/tsv";
import { write, writeError } from "../../output/write";
import {
  type LabelValues,
  type OpenIndexHeader,
  TagviewError,
  type Text,
  textKey,
} from "../../runtime/engine";
import { Status } from "../../runtime/exit-status";
import type { OutputOptions } from "../../runtime/options";
import type { LookupJson, SymbolsJson, ValuesJson } from "./schemas";
import { bytesOf, cell, shown, typed } from "./texts";

interface Listing extends OutputOptions {
  prefix?: string;
}

/** Prints the table of a file. */
export type PrintTable = (table: Table) => Promise<void>;

/** The values of the label called `name`, of those that begin with the prefix; null where there is no such label. */
export async function valuesOf(
  opened: OpenIndexHeader,
  name: string,
  { prefix }: Listing,
): Promise<LabelValues | null> {
  const wanted = textKey(typed(name));
  const label = opened.summary.labels.find((label) => textKey(label.name) === wanted);
  if (label === undefined) return null;
  const all = await opened.values(label.label);
  if (prefix === undefined) return all;
  const start = bytesOf(typed(prefix));
  const places = [...all.values.keys()].filter((k) =>
    bytesOf(all.values[k] as Text)
      .subarray(0, start.length)
      .equals(start),
  );
  return {
    values: places.map((k) => all.values[k] as Text),
    start: BigUint64Array.from(places, (k) => all.start[k] ?? 0n),
    end: BigUint64Array.from(places, (k) => all.end[k] ?? 0n),
  };
}

/** Prints the values of a label. */
export async function listValues(
  opened: OpenIndexHeader,
  file: string,
  name: string,
  options: Listing,
  print: PrintTable,
): Promise<Status> {
  const found = await valuesOf(opened, name, options);
  if (found === null) writeError(`tagview: ${printable(file)}: there is no label ${printable(name)}\n`);
  const { complete, error } = opened.summary;
  const { values, start, end } = found ?? {
    values: [],
    start: new BigUint64Array(),
    end: new BigUint64Array(),
  };
  const rows = values.map((value, k) => ({ value, start: start[k] ?? 0n, end: end[k] ?? 0n }));
  if (options.json) {
    const json: ValuesJson = { file, name: typed(name), values: rows, complete, error };
    await write(jsonLine(json));
  } else if (options.tsv) {
    await print({
      columns: [...texts("value"), ...integers("start", "end")],
      rows: rows.map((row) => [cell(row.value), row.start, row.end]),
    });
  } else if (rows.length > 0) {
    await write(
      table(
        [
          { title: "value", align: "left" },
          { title: "start", align: "right" },
          { title: "end", align: "right" },
          { title: "postings", align: "right" },
        ],
        rows.map((row) => [
          shown(row.value),
          count(row.start),
          count(row.end),
          size(Number(row.end - row.start)),
        ]),
      ),
    );
  }
  return found === null ? Status.Damaged : Status.Good;
}

/** Prints where the postings of each `NAME=VALUE` are. */
export async function lookUp(
  opened: OpenIndexHeader,
  wanted: readonly string[],
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
    const answer: LookupJson = { name, value, start: range?.start ?? null, end: range?.end ?? null };
    if (range === null) {
      writeError(`tagview: ${printable(text)} is not in the table\n`);
      status = Status.Damaged;
    } else found.push(answer);
    if (json) await write(jsonLine(answer));
    else if (range !== null && !tsv) await write(`${range.start}..${range.end}\n`);
  }
  if (tsv && found.length > 0) {
    const rows = found.map(({ name, value, start, end }) => [cell(name), cell(value), start, end]);
    await print({ columns: [...texts("name", "value"), ...integers("start", "end")], rows });
  }
  return status;
}

/** Prints all symbols. */
export async function listSymbols(
  opened: OpenIndexHeader,
  file: string,
  { json, tsv }: OutputOptions,
  print: PrintTable,
): Promise<Status> {
  const { symbols, references } = await opened.symbols();
  const rows = symbols.map((symbol, k) => ({ ref: references[k] ?? 0n, symbol }));
  const { complete, error } = opened.summary;
  if (json) {
    const answer: SymbolsJson = { file, symbols: rows, complete, error };
    await write(jsonLine(answer));
  } else if (tsv)
    await print({
      columns: [...integers("ref"), ...texts("symbol")],
      rows: rows.map(({ ref, symbol }) => [ref, cell(symbol)]),
    });
  else await write(rows.map(({ ref, symbol }) => `${ref}\t${shown(symbol)}\n`).join(""));
  return Status.Good;
}
