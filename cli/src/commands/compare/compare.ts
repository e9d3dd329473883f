/** `tagview compare`: sizes of a recording's tags, or of a manifest's references, in other formats. */

import { colours } from "../../output/colour";
import { errorLine } from "../../output/errors";
import { jsonLine } from "../../output/json";
import { count, seconds, size } from "../../output/numbers";
import { chartFile, checkChartFiles } from "../../output/plot-files";
import { printable } from "../../output/printable";
import { table } from "../../output/table";
import {
  type Cell,
  integers,
  reals,
  type Table,
  type Tables,
  tablePieces,
  tablesOf,
  texts,
} from "../../output/tsv";
import { write, writeError, writePieces } from "../../output/write";
import {
  COMPARED_FORMATS,
  type Compared,
  type ComparedRow,
  DEFAULT_TICK,
  type ErrorObject,
  engine,
  paretoFront,
  TagviewError,
  type Tick,
} from "../../runtime/engine";
import { Status, statusOf } from "../../runtime/exit-status";
import { withExamples } from "../../runtime/help";
import { type Input, inputsOf } from "../../runtime/inputs";
import { type OutputOptions, type PlotOptions, withOutput, withPlot } from "../../runtime/options";
import { startProgress } from "../../runtime/progress";
import { eachInput } from "../each-input";
import type { Register } from "../group";
import { bareSelection } from "../tags/bare-times";
import { identify } from "../tags/kinds";
import { readTags, type TagOptions, withSelection, withTick } from "../tags/options";
import { printNotes } from "../tags/remarks";
import type { CompareJson } from "./compare.schema";

interface CompareOptions
  extends OutputOptions,
    PlotOptions,
    Pick<TagOptions, "channel" | "from" | "to" | "tick"> {
  all?: boolean;
}

/** An input's comparison, and the length of its ticks. */
interface Measured {
  compared: Compared;
  tick: Tick;
}

/** Maximum number of tags and references compared with `--all`. */
const ALL = { tags: 1 << 24, references: 1 << 21 };

/** As many of either without it. */
const USUAL = 1 << 19;

export const compare: Register = (program, done) => {
  withSelection(
    withTick(
      withPlot(
        withOutput(
          withExamples(
            program.command("compare"),
            "Look",
            ["compare --plot formats.svg x.tags.zst", "draw the sizes and times of all formats"],
            ["compare --all --channel 3 x.tags.zst", "compare all tags of channel 3"],
          ),
        ),
      ),
    ),
  )
    .description(
      "sizes of tags, or of an Icechunk manifest's references, in other formats, with times to write and read them",
    )
    .argument("[file...]", "recordings and manifests; - is standard input")
    .option("--all", "compare all tags (up to 16777216) or references (up to 2097152), not the first 524288")
    .action(async (files: string[], options: CompareOptions) => {
      readTags(options);
      const inputs = inputsOf(files);
      checkChartFiles(
        options,
        inputs.map(({ name }) => name),
      );
      const tables = tablesOf(inputs.length);
      const status = await eachInput(inputs, async (input) => {
        const measured = await measure(input, options);
        await print(input.name, measured, options, tables);
        return statusOfResult(measured.compared);
      });
      done(status);
    });
};

function statusOfResult({ error, complete }: Compared): Status {
  if (error !== null) return statusOf(error);
  return complete ? Status.Good : Status.Damaged;
}

/**
 * Compares an input with a progress bar. An input that cannot be opened gives a result too, because `--json` prints a
 * line for it.
 */
async function measure(input: Input, options: CompareOptions): Promise<Measured> {
  const { source, kind } = await identify(input, {});
  const { tick, selection } = readTags({ ...options, tick: options.tick ?? kind.tick ?? DEFAULT_TICK });
  const progress = await startProgress(!options.quiet);
  try {
    const compared = await engine.compare.measure(source, {
      ...(options.all && ALL),
      ...(selection && { selection }),
      onBytes: progress.update,
      onRow: ({ row, done, rows }) => progress.step(done, rows, nameOf(row)),
    });
    return { compared, tick };
  } catch (thrown) {
    if (thrown instanceof TagviewError && thrown.code !== "cancelled")
      return { compared: unread(thrown.toObject()), tick };
    throw thrown;
  } finally {
    progress.stop();
  }
}

function unread(error: ErrorObject): Compared {
  return {
    ...{ tags: null, references: null, sampled: false, first: null, last: null, complete: false },
    ...{ error, findings: [error], rows: [] },
  };
}

interface Compares {
  /** The number of compared items, and their name. */
  number: number;
  noun: "tags" | "references";
}

function comparesOf({ tags, references }: Compared): Compares {
  return references === null
    ? { number: tags ?? 0, noun: "tags" }
    : { number: references, noun: "references" };
}

/** `capnp-packed + zstd -5` */
function nameOf(row: ComparedRow): string {
  const compression = compressionOf(row);
  return compression === null ? row.format : `${row.format} + ${compression}`;
}

function compressionOf({ compression, level }: ComparedRow): string | null {
  return compression === null || level === null ? compression : `${compression} ${level}`;
}

async function print(
  name: string,
  { compared, tick }: Measured,
  options: CompareOptions,
  tables: Tables,
): Promise<void> {
  const { error } = compared;
  const { number, noun } = comparesOf(compared);
  if (options.json) await write(jsonLine(compareJson(name, compared, tick)));
  else if (error === null || statusOf(error) !== Status.Usage) {
    if (options.tsv) await writePieces(tablePieces(tables, name, compareTsv(compared), true));
    else if (number > 0) await write(compareText(name, compared, options));
    else if (error === null) await write(`${printable(name)}: there are no ${noun} to compare\n`);
    if (options.tsv && compared.sampled && !options.quiet) {
      writeError(`note: ${printable(name)}: ${sampleText(compared, options)}\n`);
    }
  }
  if (error !== null) writeError(errorLine(error, name));
  else if (!options.quiet) printNotes(name, bareSelection(options, tick, compared.tags));
  const { plot, force } = options;
  if (plot === undefined || compared.rows.length === 0) return;
  const { drawInto } = await import("../../output/plot");
  const front = paretoFront(compared.rows);
  const costs = compared.rows.map((row) => ({
    format: row.format,
    compression: compressionOf(row),
    bytes: row.bytes,
    decode: row.decode_ms / 1000,
    isOnFront: front.has(row),
  }));
  const chart = { formats: COMPARED_FORMATS, subject: `${count(number)} of ${name}`, height: 480 };
  await drawInto(chartFile(plot, name), { force }, (charts, document) =>
    charts.comparisonChart(document, costs, chart),
  );
}

/** The object that `--json` prints. */
function compareJson(name: string, compared: Compared, tick: Tick): CompareJson {
  const { tags, references, sampled, first, last, complete, rows, error } = compared;
  return {
    file: name,
    tags,
    references,
    sampled,
    first,
    last,
    complete,
    rows: marked(rows),
    tick_s: tick.seconds,
    error,
  };
}

/** The rows, each with whether no other is both smaller and faster to decode. */
function marked(rows: readonly ComparedRow[]): CompareJson["rows"] {
  const front = paretoFront(rows);
  return rows.map((row) => ({ ...row, pareto: front.has(row) }));
}

const COLUMNS = [
  ...[...texts("format", "compression"), ...integers("level", "bytes"), ...reals("ratio")],
  ...[...reals("encode_ms", "decode_ms", "access_ms"), ...texts("pareto")],
];

function compareTsv({ rows }: Compared): Table {
  const cells = marked(rows).map((row): Cell[] => COLUMNS.map((column) => row[column.name]));
  return { columns: COLUMNS, rows: cells };
}

function sampleText(compared: Compared, { all: isAll }: CompareOptions): string {
  const { number, noun } = comparesOf(compared);
  // Fewer than usual are as many as memory has room for.
  const all = isAll || number < USUAL ? "more are never compared" : "--all takes more";
  return compared.sampled ? `the first ${count(number)} ${noun}; ${all}` : `all ${count(number)} ${noun}`;
}

function compareText(name: string, compared: Compared, options: CompareOptions): string {
  const { bold } = colours(options.color);
  const front = paretoFront(compared.rows);
  const time = (ms: number): string => seconds(ms / 1000);
  const rows = [...compared.rows]
    .sort((a, b) => b.bytes - a.bytes)
    .map((row) => [
      row.format,
      compressionOf(row) ?? "",
      size(row.bytes),
      row.ratio.toFixed(2),
      time(row.encode_ms),
      time(row.decode_ms),
      time(row.access_ms),
      front.has(row) ? "*" : "",
    ]);
  const { noun } = comparesOf(compared);
  const one = noun === "tags" ? "one tag" : "one ref.";
  const titles = ["format", "compression", "size", "ratio", "encode", "decode", one, "front"];
  const columns = titles.map((title, k) => ({
    title,
    align: k < 2 ? ("left" as const) : ("right" as const),
  }));
  return (
    `${bold(printable(name))}   ${sampleText(compared, options)}\n\n${table(columns, rows)}\n` +
    `ratio: how many times larger ${noun === "tags" ? "csv-windows" : "flatbuffers"} is. * no other is both smaller and faster to decode.\n`
  );
}
