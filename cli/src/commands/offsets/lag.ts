/** Progress of partitions from one header to another: as JSON, as a table for programs, and as text. */

import type { Colours } from "../../output/colour";
import { LazyList } from "../../output/json";
import { count } from "../../output/numbers";
import { MOST_ROWS, rest, table } from "../../output/table";
import { type Cell, type Column, integers, type TableRows, texts, wholeTable } from "../../output/tsv";
import {
  type HeaderRemark,
  incidents,
  type OffsetsDiff,
  orderSentence,
  type PartitionKey,
  progressSentences,
} from "../../runtime/engine";
import type { DiffJson } from "./schemas";

/** A partition that both headers have. */
type Row = NonNullable<OffsetsDiff["partitions"]>[number];

/** Row `k` of the columns, which hold the lag in 64 bits only. */
function rowAt({ columns }: OffsetsDiff, k: number): Row {
  const { compartment, cluster } = columns;
  const [partition, left, right] = [
    columns.partition[k] ?? 0n,
    columns.left[k] ?? 0n,
    columns.right[k] ?? 0n,
  ];
  const row = { left, right, lag: right - left };
  if (compartment === undefined || cluster === undefined) return { partition, ...row };
  return { compartment: compartment[k] ?? 0n, partition, cluster: cluster[k] ?? 0n, ...row };
}

/** The partitions that both headers have, ascending, made as they are requested. */
function* rowsOf(diff: OffsetsDiff): Generator<Row> {
  for (let k = 0; k < diff.count; k++) yield rowAt(diff, k);
}

/**
 * Numbers of the first `MOST_ROWS` rows, least progress first: partitions that moved back or stand still. Empty
 * partitions follow those that stand still.
 */
function leastProgress(diff: OffsetsDiff): number[] {
  const { left, right } = diff.columns;
  const lag = (k: number): bigint => (right[k] ?? 0n) - (left[k] ?? 0n);
  const empty = (k: number): number => Number(left[k] === -1n && right[k] === -1n);
  const rows = Uint32Array.from({ length: diff.count }, (_, k) => k);
  rows.sort((a, b) => {
    const [one, other] = [lag(a), lag(b)];
    return one < other ? -1 : one > other ? 1 : empty(a) - empty(b) || a - b;
  });
  return Array.from(rows.subarray(0, MOST_ROWS));
}

/** A partition in words: `7`, and in a `v2` header `0/7` or `0/7, cluster 1`. */
export function keyOf(key: PartitionKey | Row): string {
  if (typeof key === "bigint") return String(key);
  if (key.compartment === undefined) return String(key.partition);
  return `${key.compartment}/${key.partition}${key.cluster ? `, cluster ${key.cluster}` : ""}`;
}

/** The column of such partitions: of a `v2` header they are words, else numbers. */
export function partitionColumn(keys: readonly PartitionKey[]): Column[] {
  const areWords = keys.some((key) => typeof key !== "bigint" && key.compartment !== undefined);
  return areWords ? texts("partition") : integers("partition");
}

/** The object that `--json` prints. Its rows are made as they are written. */
export function diffJson(
  found: OffsetsDiff,
  complete: boolean,
  error: HeaderRemark | null,
): Omit<DiffJson, "partitions"> & { partitions: LazyList<Row> } {
  const { columns: _, ...diff } = found;
  return { ...diff, partitions: new LazyList(rowsOf(found)), complete, error };
}

/** One line per partition, ascending; where one header lacks it, its offset there and the lag are empty. */
export function diffTsv(diff: OffsetsDiff): Generator<TableRows> {
  const { columns, only_left, only_right } = diff;
  const partition = columns.compartment === undefined ? integers("partition") : texts("partition");
  const rows = function* (): Generator<Cell[]> {
    for (const row of rowsOf(diff)) yield [keyOf(row), row.left, row.right, row.lag, "both"];
    for (const key of only_left) yield [keyOf(key), null, null, null, "left"];
    for (const key of only_right) yield [keyOf(key), null, null, null, "right"];
  };
  return wholeTable({
    columns: [...partition, ...integers("left", "right", "lag"), ...texts("side")],
    rows: rows(),
  });
}

/** A summary of the changes between the headers, then one line per partition, least progress first. */
export function diffText(diff: OffsetsDiff, { bold, dim }: Colours): string {
  const rows = leastProgress(diff).map((k) => rowAt(diff, k));
  const wording = { name: keyOf, count };
  const grave = incidents(diff, wording).map(bold);
  const sentences = [orderSentence(diff), ...grave, ...progressSentences(diff, wording)];
  const titles = ["partition", "left", "right", "moved"];
  const body =
    rows.length === 0
      ? ""
      : `\n${table(
          titles.map((title) => ({ title, align: "right" })),
          rows.map((row) => [
            keyOf(row),
            count(row.left),
            count(row.right),
            row.lag > 0n ? count(row.lag) : dim(count(row.lag)),
          ]),
        )}${rest(diff.count, "partition", dim)}`;
  return `${sentences.join("\n")}\n${body}`;
}
