/** The values of a label, one of them, and the symbols. */

import { jsonLine } from "../../output/json";
import { count, size } from "../../output/numbers";
import { printable } from "../../output/printable";
import { table } from "../../output/table";
import { tsv as tsvOf } from "../../output/tsv";
import { write, writeError } from "../../output/write";
import { type LabelValues, type OpenIndexHeader, TagviewError, type Text } from "../../runtime/engine";
import { Status } from "../../runtime/exit-status";
import type { OutputOptions } from "../../runtime/options";
import type { LookupJson, SymbolsJson, ValuesJson } from "./schemas";
import { bytesOf, cell, shown } from "./texts";

interface Listing extends OutputOptions {
  prefix?: string;
}

/** The values of the label called `name`, of those that begin with the prefix; null where there is no such label. */
export async function valuesOf(
  opened: OpenIndexHeader,
  name: string,
  { prefix }: Listing,
): Promise<LabelValues | null> {
  const label = opened.summary.labels.find((label) => label.name === name);
  if (label === undefined) return null;
  const all = await opened.values(label.label);
  if (prefix === undefined) return all;
  const start = Buffer.from(prefix);
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
    const json: ValuesJson = { file, name, values: rows, complete, error };
    write(jsonLine(json));
  } else if (options.tsv) {
    write(
      tsvOf(
        ["value", "start", "end"],
        rows.map((row) => [cell(row.value), row.start, row.end]),
      ),
    );
  } else if (rows.length > 0) {
    write(
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

/** Prints where the postings of `NAME=VALUE` are. */
export async function lookUp(
  opened: OpenIndexHeader,
  wanted: string,
  { json, tsv }: OutputOptions,
): Promise<Status> {
  const at = wanted.indexOf("=");
  if (at < 0) throw new TagviewError("usage", `--lookup: ${wanted} has no =`, "write NAME=VALUE");
  const [name, value] = [wanted.slice(0, at), wanted.slice(at + 1)];
  const range = await opened.lookup(name, value);
  if (range === null) writeError(`tagview: ${printable(wanted)} is not in the table\n`);
  const { start, end } = range ?? { start: null, end: null };
  const answer: LookupJson = { name, value, start, end };
  if (json) write(jsonLine(answer));
  else if (range !== null) {
    write(tsv ? tsvOf(["name", "value", "start", "end"], [[name, value, start, end]]) : `${start}..${end}\n`);
  }
  return range === null ? Status.Damaged : Status.Good;
}

/** Prints all symbols. */
export async function listSymbols(
  opened: OpenIndexHeader,
  file: string,
  { json, tsv }: OutputOptions,
): Promise<Status> {
  const { symbols, references } = await opened.symbols();
  const rows = symbols.map((symbol, k) => ({ ref: references[k] ?? 0n, symbol }));
  const { complete, error } = opened.summary;
  if (json) {
    const answer: SymbolsJson = { file, symbols: rows, complete, error };
    write(jsonLine(answer));
  } else if (tsv)
    write(
      tsvOf(
        ["ref", "symbol"],
        rows.map(({ ref, symbol }) => [ref, cell(symbol)]),
      ),
    );
  else write(rows.map(({ ref, symbol }) => `${ref}\t${shown(symbol)}\n`).join(""));
  return Status.Good;
}
