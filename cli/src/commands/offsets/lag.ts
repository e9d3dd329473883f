/** How far one header is behind another, as JSON, as a table for programs, and for people. */

import type { Colours } from "../../output/colour";
import { count, plural } from "../../output/numbers";
import { table } from "../../output/table";
import { type Cell, tsv } from "../../output/tsv";
import type { HeaderRemark, OffsetsDiff, PartitionKey } from "../../runtime/engine";
import type { DiffJson } from "./schemas";

type Row = NonNullable<OffsetsDiff["partitions"]>[number];

/** A partition in words: `7`, and in a `v2` header `0/7` or `0/7, cluster 1`. */
export function keyOf(key: PartitionKey | Row): string {
  if (typeof key === "bigint") return String(key);
  if (key.compartment === undefined) return String(key.partition);
  return `${key.compartment}/${key.partition}${key.cluster ? `, cluster ${key.cluster}` : ""}`;
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
export function diffTsv({ partitions, only_left, only_right }: OffsetsDiff): string {
  const rows = (partitions ?? []).map((row): Cell[] => [keyOf(row), row.left, row.right, row.lag, "both"]);
  for (const key of only_left) rows.push([keyOf(key), null, null, null, "left"]);
  for (const key of only_right) rows.push([keyOf(key), null, null, null, "right"]);
  return tsv(["partition", "left", "right", "lag", "side"], rows);
}

/** One line per partition, the largest lag first. */
export function diffText(diff: OffsetsDiff, { bold, dim }: Colours): string {
  const rows = [...(diff.partitions ?? [])].sort((a, b) => (a.lag < b.lag ? 1 : a.lag > b.lag ? -1 : 0));
  const { worst, max_lag, total_lag } = diff;
  const first =
    worst === null || max_lag === null
      ? "The two headers have no partition in common."
      : max_lag > 0n
        ? `Partition ${keyOf(worst)} is furthest behind: ${count(max_lag)} to catch up.`
        : "No partition is behind.";
  const total = `${plural(diff.count, "partition")} in both · total lag ${count(total_lag)}`;
  const sides = [
    ["left", diff.only_left],
    ["right", diff.only_right],
  ] as const;
  const only = sides
    .map(([side, keys]) => (keys.length === 0 ? "" : `only ${side}: ${list(keys)}\n`))
    .join("");
  const titles = ["partition", "left", "right", "lag"];
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
        )}`;
  return `${bold(first)}\n${total}\n${only}${body}`;
}

/** The first twenty partitions, and how many more there are. */
function list(keys: PartitionKey[]): string {
  const few = keys.slice(0, 20).map(keyOf).join(", ");
  return keys.length > 20 ? `${few} and ${count(keys.length - 20)} more` : few;
}
