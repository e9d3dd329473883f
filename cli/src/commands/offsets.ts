/** `tagview offsets`: what an `X-Read-Consistency-Offsets` header says. */

import { isatty } from "node:tty";
import {
  offsets as decode,
  type HeaderRemark,
  type OffsetsHeader,
  offsetsLookup,
  type PartitionOffset,
  TagviewError,
} from "@tagview/engine";
import { type OutputOptions, type PlotOptions, wholeNumber, withOutput, withPlot } from "../options";
import { clean } from "../output/clean";
import { type Colours, colours } from "../output/colour";
import { count, plural } from "../output/format";
import { jsonLine } from "../output/json";
import { table } from "../output/table";
import { type Cell, tsv } from "../output/tsv";
import { write, writeError } from "../output/write";
import { statusOf } from "../report";
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
      const header = await headerOf(argument);
      done(
        options.lookup === undefined
          ? await show(header, options)
          : await lookUp(header, options.lookup, options.quiet === true),
      );
    });
};

/** A paste of a million partitions is 25 MB. */
const LONGEST = 64 << 20;

/** The argument, or standard input in full. */
async function headerOf(argument: string | undefined): Promise<string> {
  if (argument !== undefined && argument !== "-") return argument;
  if (argument === undefined && isatty(0)) {
    throw new TagviewError("usage", "there is no header", "give one, or pipe one in");
  }
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of process.stdin as AsyncIterable<Buffer>) {
    pieces.push(piece);
    bytes += piece.length;
    if (bytes > LONGEST)
      throw new TagviewError("usage", "this is far longer than a header", "cut out the header");
  }
  return Buffer.concat(pieces).toString("utf8");
}

async function lookUp(header: string, partition: number, quiet: boolean): Promise<Status> {
  const { offsets, sentence } = await offsetsLookup(header, partition);
  if (sentence !== null && (offsets === null || !quiet)) writeError(`tagview: ${clean(sentence)}\n`);
  else if (offsets === null) writeError(`tagview: partition ${partition} is not in the header\n`);
  if (offsets === null) return Status.Damaged;
  write(`${offsets.join(";")}\n`);
  return Status.Good;
}

async function show(header: string, options: OffsetsOptions): Promise<Status> {
  const { columns, ...decoded } = await decode(header);
  const { error, complete, partitions, findings } = decoded;
  if (options.json) write(jsonLine(decoded));
  else if (options.tsv) write(offsetsTsv(partitions));
  else if (partitions.length > 0 || error === null) write(offsetsText(decoded, colours(options.color)));
  if (error !== null) writeError(`tagview: ${describeRemark(error)}\n`);
  // The rest is worth knowing and no failure.
  const remarks =
    options.json || options.tsv || options.quiet
      ? []
      : findings.filter(({ message }) => message !== error?.message);
  for (const remark of remarks) writeError(`tagview: ${remark.severity}: ${describeRemark(remark)}\n`);
  if (options.plot !== undefined) {
    const { plot } = await import("../plot");
    await plot(options.plot, (charts, document) => {
      const { partition = [], offset = [] } = columns;
      const rows = Array.from(partition, (id, row) => ({ partition: id, offset: offset[row] ?? 0n }));
      return charts.offsetsChart(document, { partitions: rows });
    });
  }
  if (error !== null) return statusOf(error);
  return complete ? Status.Good : Status.Damaged;
}

/** Its sentences, which say what to do too, and its place. */
function describeRemark({ message, offset }: HeaderRemark): string {
  return clean(message).replace(/\.$/, "") + (offset === null ? "" : ` (at byte ${offset})`);
}

function offsetOf({ offset, offsets: several }: PartitionOffset): string {
  return several === undefined ? String(offset) : several.map((one) => one ?? "").join(";");
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

function offsetsText(decoded: Omit<OffsetsHeader, "columns">, { bold, dim }: Colours): string {
  const { partitions, encoding, version, empty, min_offset, max_offset } = decoded;
  const facts = [
    bold(plural(partitions.length, "partition")),
    `${encoding}${version === null ? "" : ` v${version}`}`,
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
