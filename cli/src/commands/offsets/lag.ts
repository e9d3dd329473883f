/** How far partitions moved from one header to another, as JSON, as a table for programs, and for people. */

import type { Colours } from "../../output/colour";
import { count } from "../../output/numbers";
import { MOST_ROWS, rest, table } from "../../output/table";
import { type Cell, type Column, integers, type TsvLines, texts, tsv } from "../../output/tsv";
import {
  type HeaderRemark,
  incidents,
  type OffsetsDiff,
  orderSentence,
  type PartitionKey,
  progressSentences,
} from "../../runtime/engine";
import type { DiffJson } from "./schemas";

type Row = NonNullable<OffsetsDiff["partitions"]>[number];

/** A partition in words: `7`, and in a `v2` header `0/7` or `0/7, cluster 1`. */
export function keyOf(key: PartitionKey | Row): string {
  if (typeof key === "bigint") return String(key);
  if (key.compartment === undefined) return String(key.partition);
  return `${key.compartment}/${key.partition}${key.cluster ? `, cluster ${key.cluster}` : ""}`;
}

/** The column of such partitions: of a `v2` header they are words, else numbers. */
export function partitionColumn(keys: readonly (PartitionKey | Row)[]): Column[] {
  const areWords = keys.some((key) => typeof key !== "bigint" && key.compartment !== undefined);
  return areWords ? texts("partition") : integers("partition");
}

/** The object that `--json` prints. */
export function diffJson(
  { columns: _, ...diff }: OffsetsDiff,
  complete: boolean,
  error: HeaderRemark | null,
): DiffJson {
  return { ...diff, partitions: diff.partitions ?? [], complete, error };
}

/** One line per partition, ascending; where one header lacks it, its offset there and the lag are empty. */
export function diffTsv({ partitions, only_left, only_right }: OffsetsDiff): TsvLines {
  const rows = (partitions ?? []).map((row): Cell[] => [keyOf(row), row.left, row.right, row.lag, "both"]);
  for (const key of only_left) rows.push([keyOf(key), null, null, null, "left"]);
  for (const key of only_right) rows.push([keyOf(key), null, null, null, "right"]);
  const partition = partitionColumn([...(partitions ?? []), ...only_left, ...only_right]);
  return tsv([...partition, ...integers("left", "right", "lag"), ...texts("side")], rows);
}

/** What happened between the headers, then one line per partition, the greatest progress first. */
export function diffText(diff: OffsetsDiff, { bold, dim }: Colours): string {
  const rows = [...(diff.partitions ?? [])].sort((a, b) => (a.lag < b.lag ? 1 : a.lag > b.lag ? -1 : 0));
  const wording = { name: keyOf, count };
  const grave = incidents(diff, wording).map(bold);
  const sentences = [orderSentence(diff), ...grave, ...progressSentences(diff, wording)];
  const titles = ["partition", "left", "right", "moved"];
  const body =
    rows.length === 0
      ? ""
      : `\n${table(
          titles.map((title) => ({ title, align: "right" })),
          rows
            .slice(0, MOST_ROWS)
            .map((row) => [
              keyOf(row),
              count(row.left),
              count(row.right),
              row.lag > 0n ? count(row.lag) : dim(count(row.lag)),
            ]),
        )}${rest(rows.length, "partition", dim)}`;
  return `${sentences.join("\n")}\n${body}`;
}
