/** `tagview offsets`: decodes and checks an `X-Read-Consistency-Offsets` header. */

import { Option } from "commander";
import { colours } from "../../output/colour";
import { jsonLine, jsonPieces } from "../../output/json";
import { chartFile } from "../../output/plot-files";
import { printable } from "../../output/printable";
import { integers, texts } from "../../output/tsv";
import { write, writeError, writePieces } from "../../output/write";
import {
  engine,
  OFFSET_ENCODINGS,
  type OffsetEncoding,
  type OffsetsReading,
  TagviewError,
} from "../../runtime/engine";
import { Status, worse } from "../../runtime/exit-status";
import { withExamples } from "../../runtime/help";
import {
  type OutputOptions,
  type PlotOptions,
  ReadOption,
  wholeNumber,
  withOutput,
  withPlot,
} from "../../runtime/options";
import { eachInput } from "../each-input";
import type { Overview, Register } from "../group";
import { nameOfHeader, readHeader, textOf } from "./input";
import { diffJson, diffText, diffTsv, keyOf } from "./lag";
import { missingPartition } from "./missing";
import { overTime } from "./over-time";
import { headerJson, headerText, headerTsv } from "./print";
import { hasRemarks, printChoice, printRemarks } from "./remarks";
import type { EncodedJson, LookupJson, SizesJson } from "./schemas";
import { sizesText, sizesTsv } from "./sizes";

interface OffsetsOptions extends OutputOptions, PlotOptions {
  lookup?: number[];
  compartment?: number;
  encode?: OffsetEncoding;
  decode?: OffsetEncoding;
  sizes?: boolean;
  diff?: string;
  overTime?: boolean;
  every?: string;
}

export const offsets: Register = (program, done) => {
  const one = (flags: string, description: string, ...others: string[]) =>
    new Option(flags, description).conflicts(others);
  withPlot(
    withOutput(
      withExamples(
        program.command("offsets"),
        "Formats",
        ["offsets 'v1=0:1042,1:977' --lookup 1", "print the offset of partition 1"],
        ["offsets then.txt --diff now.txt", "print how far each partition moved"],
      ),
    ),
  )
    .description("decode an X-Read-Consistency-Offsets header and check it")
    .argument(
      "[header]",
      "a value, a header line, a curl -v dump, ..., or a FILE with one (also @FILE); - is standard input",
    )
    .addOption(
      one(
        "--lookup <partition>",
        "print only the offset of one partition (repeatable)",
        ...["encode", "sizes", "diff", "plot"],
      ).argParser((text: string, before: number[] = []) => [...before, wholeNumber(0, 2 ** 31 - 1)(text)]),
    )
    .addOption(
      new Option("--compartment <n>", "with --lookup: compartment of a v2 header").argParser(
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
      new Option("--decode <format>", "encoding of the input, if it is ambiguous").choices(OFFSET_ENCODINGS),
    )
    .addOption(one("--sizes", "print the length of each encoding in bytes", "diff", "plot"))
    .addOption(
      new ReadOption("--diff <other>", "print how far each partition is behind OTHER, another header"),
    )
    .addOption(
      one(
        "--over-time",
        "compare many headers: one per line, after a date, a Unix time or ts=UNIX, or a HAR file",
        ...["lookup", "encode", "decode", "sizes"],
      ),
    )
    .option("--every <time>", "with --over-time: interval of headers without times, as in 15s")
    .action(async (argument: string | undefined, options: OffsetsOptions) => {
      if (options.compartment !== undefined && options.lookup === undefined) {
        throw new TagviewError("usage", "--compartment needs --lookup", "add --lookup PARTITION");
      }
      if (argument === "-" && options.diff === "-") {
        throw new TagviewError("usage", "both headers are standard input", "name a file for one of the two");
      }
      if (options.every !== undefined && !options.overTime) {
        throw new TagviewError("usage", "--every needs --over-time", "add --over-time");
      }
      const header = await readHeader(argument);
      const name = nameOfHeader(argument);
      const reading: OffsetsReading = { encoding: options.decode };
      if (options.overTime) {
        const against = options.diff === undefined ? null : await readHeader(options.diff);
        done(await overTime(header, against, name, options));
      } else if (options.lookup !== undefined) done(await lookUp(header, options.lookup, reading, options));
      else if (options.encode !== undefined) done(await encode(header, options.encode, reading, options));
      else if (options.sizes) done(await sizes(header, reading, options));
      else if (options.diff !== undefined) {
        done(await diff(header, await readHeader(options.diff), name, reading, options));
      } else done(await show(header, name, reading, options));
    });
};

/** The output of `tagview FILE` for a file with an offset header. */
export const overview: Overview = {
  withOptions: (command) => command,
  print: (inputs, options) =>
    eachInput(inputs, async (input) => show(await textOf(input), input.name, {}, options)),
};

/** Prints the contents of a header; `name` is that of its chart. */
async function show(
  header: string,
  name: string,
  reading: OffsetsReading,
  options: OutputOptions & PlotOptions,
): Promise<Status> {
  const columns = await engine.offsets.read(header, { ...reading, rows: false });
  // Only entries with compartments are more than their columns.
  const isWhole = columns.columns.compartment === undefined;
  const decoded = isWhole ? columns : await engine.offsets.read(header, reading);
  if (options.json) await writePieces(jsonPieces(headerJson(decoded)));
  else if (options.tsv) await writePieces(headerTsv(decoded));
  else if (decoded.count > 0 || decoded.error === null)
    await write(headerText(decoded, colours(options.color)));
  const status = printRemarks(decoded, options, { notes: true });
  if (options.plot !== undefined) {
    const { drawInto } = await import("../../output/plot");
    await drawInto(chartFile(options.plot, name), options, (charts, document) =>
      charts.offsetsChart(document, decoded.columns),
    );
  }
  return status;
}

/** Prints the offset of each of the partitions. */
async function lookUp(
  header: string,
  partitions: number[],
  reading: OffsetsReading,
  options: OffsetsOptions,
): Promise<Status> {
  let status: Status = Status.Good;
  if (hasRemarks(options)) printChoice(await engine.offsets.read(header, { ...reading, rows: false }));
  const found: { partition: number; offsets: bigint[] }[] = [];
  for (const partition of partitions) {
    const offsets = await lookUpOne(header, partition, reading, options);
    if (offsets === null) status = Status.Damaged;
    else found.push({ partition, offsets });
  }
  if (!options.tsv || found.length === 0) return status;
  const isSingle = found.every(({ offsets }) => offsets.length === 1);
  await write({
    begins: [...integers("partition"), ...(isSingle ? integers : texts)("offset")],
    rows: found.map(({ partition, offsets }) => [partition, offsets.join(";")]),
  });
  return status;
}

/** Prints the offset of one partition, unless as a table. */
async function lookUpOne(
  header: string,
  partition: number,
  { encoding }: OffsetsReading,
  { compartment = 0, json, tsv, quiet }: OffsetsOptions,
): Promise<bigint[] | null> {
  const place = { encoding, compartment: BigInt(compartment) };
  const { offsets: found, sentence } = await engine.offsets.lookup(header, partition, place);
  const answer = found === null ? null : Array.from(found);
  // --quiet leaves out remarks about an answer, but not that nothing was found.
  if (sentence !== null && (answer === null || !quiet)) writeError(`tagview: ${printable(sentence)}\n`);
  else if (answer === null) {
    const decoded = await engine.offsets.read(header, { encoding });
    writeError(`tagview: ${missingPartition(decoded, partition, place.compartment)}\n`);
  }
  if (json) {
    const offset = answer?.length === 1 ? (answer[0] ?? null) : null;
    const object: LookupJson = { partition, compartment, offset, offsets: answer, sentence };
    await write(jsonLine(object));
  } else if (answer !== null && !tsv) await write(`${answer.join(";")}\n`);
  return answer;
}

/** Prints the same offsets in another encoding. */
async function encode(
  header: string,
  format: OffsetEncoding,
  reading: OffsetsReading,
  options: OffsetsOptions,
): Promise<Status> {
  const decoded = await engine.offsets.read(header, { ...reading, rows: false });
  const value = await engine.offsets.encode(header, format, reading);
  const { complete, error } = decoded;
  const json: EncodedJson = { encoding: format, value, bytes: value.length, complete, error };
  await write(options.json ? jsonLine(json) : `${value}\n`);
  return printRemarks(decoded, options);
}

/** Prints the length of each encoding. */
async function sizes(header: string, reading: OffsetsReading, options: OffsetsOptions): Promise<Status> {
  const decoded = await engine.offsets.read(header, { ...reading, rows: false });
  const rows = await engine.offsets.sizes(header, reading);
  const { count, encoding, complete, error } = decoded;
  const json: SizesJson = { encoding, count, sizes: rows, complete, error };
  if (options.json) await write(jsonLine(json));
  else await write(options.tsv ? sizesTsv(rows) : sizesText(decoded, rows, colours(options.color)));
  return printRemarks(decoded, options);
}

/** Prints the lag of the left header behind the right one. */
async function diff(
  left: string,
  right: string,
  name: string,
  reading: OffsetsReading,
  options: OffsetsOptions,
): Promise<Status> {
  const found = await engine.offsets.diff(left, right, { ...reading, rows: false });
  const [a, b] = [
    await engine.offsets.read(left, { ...reading, rows: false }),
    await engine.offsets.read(right, { rows: false }),
  ];
  const error = a.error ?? b.error;
  if (options.json) await writePieces(jsonPieces(diffJson(found, a.complete && b.complete, error)));
  else if (options.tsv) await writePieces(diffTsv(found));
  else await write(diffText(found, colours(options.color)));
  const status = worse(
    printRemarks(a, options, { side: "left" }),
    printRemarks(b, options, { side: "right" }),
  );
  if (options.plot !== undefined) {
    const { drawInto } = await import("../../output/plot");
    const subject = found.worst === null ? undefined : `furthest: partition ${keyOf(found.worst)}`;
    await drawInto(chartFile(options.plot, name), options, (charts, document) =>
      charts.progressChart(
        document,
        { partition: found.columns.partition, moved: found.columns.lag },
        subject === undefined ? {} : { subject },
      ),
    );
  }
  return status;
}
