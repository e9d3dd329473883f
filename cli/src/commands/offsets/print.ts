/** A header as JSON, as a table for programs, and for people. */

import type { Colours } from "../../output/colour";
import { count, plural } from "../../output/numbers";
import { table } from "../../output/table";
import { type Cell, tsv } from "../../output/tsv";
import type { OffsetsHeader, PartitionOffset } from "../../runtime/engine";
import type { DecodedJson } from "./schemas";

/** The object that `--json` prints. */
export function headerJson({ columns: _, ...decoded }: OffsetsHeader): DecodedJson {
  // Every entry has either an offset, or a compartment and its offsets.
  const partitions = (decoded.partitions ?? []) as DecodedJson["partitions"];
  return { ...decoded, partitions, total: decoded.total ?? 0n };
}

function offsetOf({ offset, offsets }: PartitionOffset): string {
  return offsets === undefined ? String(offset) : offsets.map((one) => one ?? "").join(";");
}

export function headerTsv({ partitions }: OffsetsHeader): string {
  const entries = partitions ?? [];
  const compartments = entries.some(({ compartment }) => compartment !== undefined);
  const rows = entries.map((entry): Cell[] => [
    ...(compartments ? [entry.compartment ?? null] : []),
    entry.partition,
    offsetOf(entry),
  ]);
  return tsv([...(compartments ? ["compartment"] : []), "partition", "offset"], rows);
}

/** `text v1`; where the encoding had to be guessed, also how sure the guess is. */
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
  const rows = (decoded.partitions ?? []).map((entry) => [
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
  )}`;
}
