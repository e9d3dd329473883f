/** A header as JSON, as a table for programs, and as text. */

import type { Colours } from "../../output/colour";
import { LazyList } from "../../output/json";
import { count, plural } from "../../output/numbers";
import { MOST_ROWS, rest, table } from "../../output/table";
import { type Cell, integers, type TableRows, texts, wholeTable } from "../../output/tsv";
import type { OffsetsHeader, PartitionOffset } from "../../runtime/engine";
import type { DecodedJson } from "./schemas";

type Entry = DecodedJson["partitions"][number];

/** The entries of a header; without compartments they are made on first use. */
function* entriesOf({ partitions, columns }: OffsetsHeader, most = Infinity): Generator<PartitionOffset> {
  if (partitions !== null) {
    yield* partitions.slice(0, most);
    return;
  }
  const rows = Math.min(columns.partition.length, most);
  for (let row = 0; row < rows; row++) {
    yield { partition: columns.partition[row] ?? 0n, offset: columns.offset[row] ?? 0n };
  }
}

/** The object that `--json` prints. */
export function headerJson(
  decoded: OffsetsHeader,
): Omit<DecodedJson, "partitions"> & { partitions: LazyList<Entry> } {
  const { columns: _, ...known } = decoded;
  // Every entry has either an offset, or a compartment and its offsets.
  const partitions = new LazyList(entriesOf(decoded) as Iterable<Entry>);
  return { ...known, partitions, total: decoded.total ?? 0n };
}

function offsetOf({ offset, offsets }: PartitionOffset): string {
  return offsets === undefined ? String(offset) : offsets.map((one) => one ?? "").join(";");
}

/** One line per partition, in texts of a bounded length. */
export function headerTsv(decoded: OffsetsHeader): Generator<TableRows> {
  const compartments = decoded.columns.compartment !== undefined;
  // An entry of several compartments' offsets has them all in one cell.
  const columns = compartments
    ? [...integers("compartment", "partition"), ...texts("offset")]
    : integers("partition", "offset");
  const rows = function* (): Generator<Cell[]> {
    for (const entry of entriesOf(decoded)) {
      const row = [entry.partition, offsetOf(entry)];
      yield compartments ? [entry.compartment ?? null, ...row] : row;
    }
  };
  return wholeTable({ columns, rows: rows() });
}

/** `text v1`; if the encoding was guessed, also the confidence of the guess. */
export function encodingOf({ encoding, version, recognised }: OffsetsHeader): string {
  const guess = recognised === null || recognised.sureness === "certain" ? "" : ` (${recognised.sureness})`;
  return `${encoding}${version === null ? "" : ` v${version}`}${guess}`;
}

export function headerText(decoded: OffsetsHeader, { bold, dim }: Colours): string {
  const { empty, min_offset, max_offset, companions } = decoded;
  const facts = [
    bold(plural(decoded.count, "partition")),
    encodingOf(decoded),
    ...(empty > 0 ? [`${count(empty)} empty`] : []),
    ...(min_offset === null || max_offset === null
      ? []
      : [`offsets ${count(min_offset)} to ${count(max_offset)}`]),
    ...(companions.level === null ? [] : [`consistency ${companions.level}`]),
    ...(companions.max_delay === null ? [] : [`delay at most ${companions.max_delay}`]),
  ];
  const rows = Array.from(entriesOf(decoded, MOST_ROWS), (entry) => [
    ...(entry.compartment === undefined ? [] : [String(entry.compartment)]),
    String(entry.partition),
    entry.offset === -1n
      ? dim("empty")
      : entry.offsets === undefined
        ? count(entry.offset ?? 0n)
        : offsetOf(entry),
  ]);
  if (rows.length === 0) return `${facts.join(" · ")}\n`;
  const titles = rows[0]?.length === 3 ? ["compartment", "partition", "offset"] : ["partition", "offset"];
  return `${facts.join(" · ")}\n\n${table(
    titles.map((title) => ({ title, align: "right" })),
    rows,
  )}${rest(decoded.count, "partition", dim)}`;
}
