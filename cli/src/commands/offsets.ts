/** `tagview offsets`: what an `X-Read-Consistency-Offsets` header says. */

import {
  OFFSET_ENCODINGS,
  type OffsetEncoding,
  type OffsetsReading,
  offsetsDiff,
  offsetsEncode,
  offsetsLookup,
  offsetsSizes,
  offsets as read,
  TagviewError,
} from "@tagview/engine";
import { Option } from "commander";
import { readHeader } from "../offsets/input";
import { diffJson, diffText, diffTsv, keyOf } from "../offsets/lag";
import { headerJson, headerText, headerTsv } from "../offsets/print";
import { tell } from "../offsets/remarks";
import { sizesText, sizesTsv } from "../offsets/sizes";
import { type OutputOptions, type PlotOptions, wholeNumber, withOutput, withPlot } from "../options";
import { clean } from "../output/clean";
import { colours } from "../output/colour";
import { jsonLine } from "../output/json";
import { tsv } from "../output/tsv";
import { write, writeError } from "../output/write";
import { Status, worse } from "../status";
import type { Register } from ".";

interface OffsetsOptions extends OutputOptions, PlotOptions {
  lookup?: number;
  compartment?: number;
  encode?: OffsetEncoding;
  decode?: OffsetEncoding;
  sizes?: boolean;
  diff?: string;
}

export const offsets: Register = (program, done) => {
  const one = (flags: string, description: string, ...others: string[]) =>
    new Option(flags, description).conflicts(others);
  withPlot(withOutput(program.command("offsets")))
    .description("decode an X-Read-Consistency-Offsets header, and say what is wrong with it")
    .argument("[header]", "a value, a header line, a curl -v dump, ...; @FILE is a file, - standard input")
    .addOption(
      one(
        "--lookup <partition>",
        "print the offset of one partition alone",
        ...["encode", "sizes", "diff", "plot"],
      ).argParser(wholeNumber(0, 2 ** 31 - 1)),
    )
    .addOption(
      new Option("--compartment <n>", "with --lookup: of this compartment of a v2 header").argParser(
        wholeNumber(0, Number.MAX_SAFE_INTEGER),
      ),
    )
    .addOption(
      one(
        "--encode <format>",
        "print the same offsets in another encoding",
        ...["sizes", "diff", "tsv", "plot"],
      ).choices(OFFSET_ENCODINGS),
    )
    .addOption(
      new Option("--decode <format>", "the encoding of the input, where guessing is ambiguous").choices(
        OFFSET_ENCODINGS,
      ),
    )
    .addOption(one("--sizes", "print the length of each encoding in bytes", "diff", "plot"))
    .addOption(one("--diff <other>", "print how far each partition is behind OTHER (as HEADER: @FILE, -)"))
    .action(async (argument: string | undefined, options: OffsetsOptions) => {
      if (options.compartment !== undefined && options.lookup === undefined) {
        throw new TagviewError("usage", "--compartment is for --lookup", "say which partition");
      }
      if (argument === "-" && options.diff === "-") {
        throw new TagviewError("usage", "both headers are standard input", "name a file for one of them");
      }
      const header = await readHeader(argument);
      const reading: OffsetsReading = { encoding: options.decode };
      if (options.lookup !== undefined) done(await lookUp(header, options.lookup, reading, options));
      else if (options.encode !== undefined) done(await encode(header, options.encode, reading, options));
      else if (options.sizes) done(await sizes(header, reading, options));
      else if (options.diff !== undefined) {
        done(await diff(header, await readHeader(options.diff), reading, options));
      } else done(await show(header, reading, options));
    });
};

async function show(header: string, reading: OffsetsReading, options: OffsetsOptions): Promise<Status> {
  const decoded = await read(header, reading);
  if (options.json) write(headerJson(decoded));
  else if (options.tsv) write(headerTsv(decoded));
  else if (decoded.count > 0 || decoded.error === null) write(headerText(decoded, colours(options.color)));
  const status = tell(decoded, options, { notes: true });
  if (options.plot !== undefined) {
    const { plot } = await import("../plot");
    await plot(options.plot, (charts, document) => charts.offsetsChart(document, decoded.columns));
  }
  return status;
}

async function lookUp(
  header: string,
  partition: number,
  { encoding }: OffsetsReading,
  { compartment = 0, json, tsv: tabs, quiet }: OffsetsOptions,
): Promise<Status> {
  const place = { encoding, compartment: BigInt(compartment) };
  const { offsets: found, sentence } = await offsetsLookup(header, partition, place);
  const answer = found === null ? null : Array.from(found);
  // A look-up that found nothing says so whatever is asked for; a remark can be done without.
  if (sentence !== null && (answer === null || !quiet)) writeError(`tagview: ${clean(sentence)}\n`);
  else if (answer === null) writeError(`tagview: partition ${partition} is not in the header\n`);
  if (json) {
    const offset = answer?.length === 1 ? answer[0] : null;
    write(jsonLine({ partition, compartment, offset, offsets: answer, sentence }));
  } else if (answer !== null) {
    const text = answer.join(";");
    write(tabs ? tsv(["partition", "offset"], [[partition, text]]) : `${text}\n`);
  }
  return answer === null ? Status.Damaged : Status.Good;
}

async function encode(
  header: string,
  format: OffsetEncoding,
  reading: OffsetsReading,
  options: OffsetsOptions,
): Promise<Status> {
  const decoded = await read(header, { ...reading, rows: false });
  const value = await offsetsEncode(header, format, reading);
  write(
    options.json
      ? jsonLine({
          encoding: format,
          value,
          bytes: value.length,
          complete: decoded.complete,
          error: decoded.error,
        })
      : `${value}\n`,
  );
  return tell(decoded, options);
}

async function sizes(header: string, reading: OffsetsReading, options: OffsetsOptions): Promise<Status> {
  const decoded = await read(header, { ...reading, rows: false });
  const rows = await offsetsSizes(header, reading);
  const { count, encoding, complete, error } = decoded;
  if (options.json) write(jsonLine({ encoding, count, sizes: rows, complete, error }));
  else write(options.tsv ? sizesTsv(rows) : sizesText(decoded, rows, colours(options.color)));
  return tell(decoded, options);
}

async function diff(
  left: string,
  right: string,
  reading: OffsetsReading,
  options: OffsetsOptions,
): Promise<Status> {
  const found = await offsetsDiff(left, right, reading);
  const [a, b] = [await read(left, { ...reading, rows: false }), await read(right, { rows: false })];
  const error = a.error ?? b.error;
  if (options.json) write(diffJson(found, a.complete && b.complete, error));
  else write(options.tsv ? diffTsv(found) : diffText(found, colours(options.color)));
  const status = worse(tell(a, options, { side: "left" }), tell(b, options, { side: "right" }));
  if (options.plot !== undefined) {
    const { plot } = await import("../plot");
    const subject = found.worst === null ? undefined : `worst: partition ${keyOf(found.worst)}`;
    await plot(options.plot, (charts, document) =>
      charts.lagChart(document, found.columns, subject === undefined ? {} : { subject }),
    );
  }
  return status;
}
