/** `tagview offsets`: what an `X-Read-Consistency-Offsets` header says. */

import { readFileSync } from "node:fs";
import { isatty } from "node:tty";
import {
  offsets as decode,
  type OffsetsHeader,
  offsetsLookup,
  type PartitionOffset,
  TagviewError,
} from "@tagview/engine";
import { type OutputOptions, type PlotOptions, wholeNumber, withOutput, withPlot } from "../options";
import { type Colours, colours } from "../output/colour";
import { count, plural } from "../output/format";
import { jsonLine } from "../output/json";
import { table } from "../output/table";
import { type Cell, tsv } from "../output/tsv";
import { write, writeError } from "../output/write";
import { errorLine, statusOf } from "../report";
import { Status } from "../status";
import type { Register } from ".";

interface OffsetsOptions extends OutputOptions, PlotOptions {
  lookup?: number;
}

export const offsets: Register = (program, done) => {
  withPlot(withOutput(program.command("offsets")))
    .description("decode an X-Read-Consistency-Offsets header")
    .argument("[header]", "a value, a header line, a curl -v dump; - is standard input")
    .option("--lookup <partition>", "print the offset of one partition alone", wholeNumber(0, 2 ** 31 - 1))
    .action(async (argument: string | undefined, options: OffsetsOptions) => {
      const header = headerOf(argument);
      done(options.lookup === undefined ? await show(header, options) : await lookUp(header, options.lookup));
    });
};

/** The argument, or standard input in full. */
function headerOf(argument: string | undefined): string {
  if (argument !== undefined && argument !== "-") return argument;
  if (argument === undefined && isatty(0)) {
    throw new TagviewError("usage", "There is no header. Give one, or pipe one in.");
  }
  return readFileSync(0, "utf8");
}

async function lookUp(header: string, partition: number): Promise<Status> {
  const offset = await offsetsLookup(header, partition);
  if (offset === null) {
    writeError(`tagview: partition ${partition} is not in the header\n`);
    return Status.Damaged;
  }
  write(`${offset}\n`);
  return Status.Good;
}

async function show(header: string, options: OffsetsOptions): Promise<Status> {
  const decoded = await decode(header);
  const { error, complete, partitions } = decoded;
  if (options.json) write(jsonLine(decoded));
  else if (options.tsv) write(offsetsTsv(partitions));
  else if (partitions.length > 0 || error === null) write(offsetsText(decoded, colours(options.color)));
  if (error !== null) writeError(errorLine(error));
  if (options.plot !== undefined) {
    const { plot } = await import("../plot");
    await plot(options.plot, (charts, document) => charts.offsetsChart(document, { partitions }));
  }
  if (error !== null) return statusOf(error);
  return complete ? Status.Good : Status.Damaged;
}

function offsetOf({ offset, offsets: several }: PartitionOffset): string {
  return several === undefined ? String(offset) : several.map(String).join(";");
}

function offsetsTsv(partitions: PartitionOffset[]): string {
  const compartments = partitions.some(({ compartment }) => compartment !== undefined);
  const rows = partitions.map((entry): Cell[] => [
    ...(compartments ? [entry.compartment ?? null] : []),
    entry.partition,
    offsetOf(entry),
  ]);
  return tsv([...(compartments ? ["compartment"] : []), "partition", "offset"], rows);
}

function offsetsText(decoded: OffsetsHeader, { bold, dim }: Colours): string {
  const { partitions, encoding, version, empty, min_offset, max_offset } = decoded;
  const facts = [
    bold(plural(partitions.length, "partition")),
    `${encoding ?? "unknown"}${version === null ? "" : ` v${version}`}`,
    ...(empty > 0 ? [`${count(empty)} empty`] : []),
    ...(min_offset === null || max_offset === null
      ? []
      : [`offsets ${count(min_offset)} to ${count(max_offset)}`]),
  ];
  const rows = partitions.map((entry) => [
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
