/** The label sets of a full index without a label, and combinations of two labels: `--drop` and `--pairs`. */

import { colours } from "../../output/colour";
import { jsonLine } from "../../output/json";
import { count, percent, plural } from "../../output/numbers";
import { printable } from "../../output/printable";
import { table } from "../../output/table";
import { type Cell, integers, type Table, texts } from "../../output/tsv";
import { write, writeError } from "../../output/write";
import type { IndexCardinality, OpenIndexHeader } from "../../runtime/engine";
import { Status, worse } from "../../runtime/exit-status";
import type { OutputOptions } from "../../runtime/options";
import { startProgress } from "../../runtime/progress";
import { printRemarks } from "./remarks";
import type { CardinalityJson } from "./schemas";
import { cell, shown, typed } from "./texts";

export interface CardinalityOptions extends OutputOptions {
  drop?: string[];
  pairs?: boolean;
  metric?: string;
  top?: number;
}

/** Default number of printed pairs; see `--top`. */
const TOP = 20;

/** Prints the counts; `printTable` prints a table for programs. */
export async function listCardinality(
  opened: OpenIndexHeader,
  file: string,
  options: CardinalityOptions,
  printTable: (table: Table) => Promise<void>,
): Promise<Status> {
  const { drop, pairs, metric, top, json, tsv, quiet, color } = options;
  const progress = await startProgress(!quiet);
  const request = { drop: drop?.map(typed), pairs, metric: metric === undefined ? undefined : typed(metric) };
  const reading = opened.cardinality(request, { onBytes: progress.update });
  const counted = await reading.finally(() => progress.stop());
  const found = { ...counted, pairs: counted.pairs?.slice(0, top) ?? null };
  const object: CardinalityJson = { file, ...found };
  if (json) await write(jsonLine(object));
  else if (tsv) await printTable(pairs ? pairsTable(found) : droppedTable(found));
  else await write(cardinalityText(found, colours(color).bold, top));
  return worse(printMissing(found, file, options), errorStatus(opened, found, file, options));
}

/** Reports an error of the series; those of the other sections are printed already. */
function errorStatus(
  { summary }: OpenIndexHeader,
  { error }: IndexCardinality,
  file: string,
  options: OutputOptions,
): Status {
  return summary.error === null ? printRemarks({ error, findings: [] }, file, options) : Status.Damaged;
}

/** Reports names that the index lacks, and counts that were not made. */
function printMissing(
  { series, metric, dropped, remarks }: IndexCardinality,
  file: string,
  options: CardinalityOptions,
): Status {
  const missing = [
    ...(metric !== null && series === 0 ? [`there is no metric ${shown(metric)}`] : []),
    ...(dropped ?? [])
      .filter((label) => label.series === 0 && (metric === null || series > 0))
      .map(({ name }) => `no counted series has the label ${shown(name)}`),
    ...remarks.map(
      ({ message }) => `${message}${options.metric === undefined ? ": choose a metric with --metric" : ""}`,
    ),
  ];
  for (const message of missing) writeError(`tagview: ${printable(file)}: ${message}\n`);
  return missing.length > 0 ? Status.Damaged : Status.Good;
}

function droppedTable({ dropped }: IndexCardinality): Table {
  const rows = (dropped ?? []).map(({ name, series, remaining, saved, colliding }): Cell[] => [
    cell(name),
    ...[series, remaining, saved, colliding],
  ]);
  return { columns: [...texts("name"), ...integers("series", "remaining", "saved", "colliding")], rows };
}

function pairsTable({ pairs }: IndexCardinality): Table {
  const rows = (pairs ?? []).map(({ names, values, product, combinations }): Cell[] => [
    ...names.map(cell),
    ...[...values, product, combinations],
  ]);
  const numbers = integers("values_1", "values_2", "product", "combinations");
  return { columns: [...texts("name_1", "name_2"), ...numbers], rows };
}

function cardinalityText(
  { series, metric, dropped, pairs }: IndexCardinality,
  bold: (text: string) => string,
  top = TOP,
): string {
  const whose = metric === null ? "" : ` of ${shown(metric)}`;
  const parts = [`${bold(`${count(series)} series${whose}`)}\n`];
  if (dropped !== null) {
    const titles = ["without label", "series with it", "remaining", "saved", "of all", "colliding"];
    const rows = dropped.map((label) => [
      shown(label.name),
      ...[count(label.series), count(label.remaining), count(label.saved)],
      ...[percent(label.saved, series), count(label.colliding)],
    ]);
    parts.push(aligned(titles, rows, 1));
  }
  if (pairs !== null && pairs.length > 0) {
    const titles = ["label names", "", "values", "", "product", "combinations"];
    const rows = pairs
      .slice(0, top)
      .map(({ names, values, product, combinations }) => [
        ...names.map(shown),
        ...[...values, product, combinations].map(count),
      ]);
    const more = pairs.length - rows.length;
    parts.push(aligned(titles, rows, 2) + (more > 0 ? `and ${plural(more, "pair")} more\n` : ""));
  }
  return parts.join("\n");
}

/** A table whose first `names` columns are text. */
function aligned(titles: string[], rows: string[][], names: number): string {
  return table(
    titles.map((title, k) => ({ title, align: k < names ? "left" : "right" })),
    rows,
  );
}
