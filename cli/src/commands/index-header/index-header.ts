/** `tagview index-header`: the content of an index-header, a sparse header or an index. */

import { Option } from "commander";
import { colours } from "../../output/colour";
import { jsonLine, jsonPieces } from "../../output/json";
import { checkChartFiles } from "../../output/plot-files";
import { type Table, type Tables, tablePieces, tablesOf } from "../../output/tsv";
import { write, writePieces } from "../../output/write";
import {
  engine,
  type IndexHeaderOptions,
  type IndexVerification,
  type OpenIndexHeader,
  type SeriesStatistics,
  TagviewError,
} from "../../runtime/engine";
import { type Status, worse } from "../../runtime/exit-status";
import { fileOfBlock } from "../../runtime/folders";
import { withExamples } from "../../runtime/help";
import { type Input, inputOf, inputsOf } from "../../runtime/inputs";
import { RenamedOption, recordOldName } from "../../runtime/old-names";
import {
  type OutputOptions,
  type PlotOptions,
  ReadOption,
  wholeNumber,
  withOutput,
  withPlot,
  writtenFile,
} from "../../runtime/options";
import { startProgress } from "../../runtime/progress";
import { eachInput } from "../each-input";
import type { Overview, Register } from "../group";
import { type CardinalityOptions, listCardinality } from "./cardinality";
import {
  changedMetrics,
  changedValues,
  changedValuesJson,
  changedValuesText,
  changedValuesTsv,
  checkLabel,
} from "./changed-values";
import { changesJson, changesText, changesTsv } from "./changes";
import { hashOf } from "./hash";
import { insideOf } from "./inside";
import { listSymbols, listValues, lookUp, type PrintTable, tableParts } from "./lists";
import { drawLabels } from "./plot";
import { printRemarks } from "./remarks";
import type { UnopenedJson } from "./schemas";
import { statisticsText, verificationText } from "./statistics";
import { summaryJson, summaryText, summaryTsv } from "./summary";
import { typed } from "./texts";
import { writeHeader, writeSparse } from "./writing";

interface IndexHeaderCommand extends CardinalityOptions, PlotOptions {
  label?: string;
  prefix?: string;
  by?: "value" | "series";
  lookup?: string[];
  symbols?: boolean;
  hash?: boolean;
  verify?: boolean;
  diff?: string;
  sparse?: boolean;
  /** The old form of `sparse` with `output`. */
  writeSparse?: string;
  fromIndex?: boolean;
  output?: string;
}

const several = (text: string, others: string[] = []) => [...others, text];

/** Options with an output of their own. */
const OTHER_LISTS = [
  ...["label", "lookup", "symbols", "hash", "verify", "diff", "sparse", "writeSparse", "fromIndex"],
];

export const indexHeader: Register = (program, done) => {
  const one = (flags: string, description: string, ...others: string[]) =>
    new Option(flags, description).conflicts(others);
  withPlot(
    withOutput(
      withExamples(
        program.command("index-header"),
        "Formats",
        ["index-header index-header --top 5", "the labels that make a block large"],
        [
          "index-header then/index-header --diff now/index-header",
          "print the differences between two blocks",
        ],
      ),
    ),
  )
    .description("label names and values in an index-header, a sparse-index-header or an index")
    .argument("[file...]", "files of blocks; - is standard input")
    .addOption(
      new Option("--top <n>", "show this many label names, values, pairs and postings lists").argParser(
        wholeNumber(1, Number.MAX_SAFE_INTEGER),
      ),
    )
    .addOption(
      one(
        "--label <name>",
        "list the values of one label; in names and values \\xNN is a byte",
        ...["lookup", "symbols"],
      ),
    )
    .addOption(one("--prefix <text>", "with --label: only values that begin so"))
    .addOption(
      one("--by <order>", "with --label: in the order of values, or of series, most first", "diff").choices([
        ...["value", "series"],
      ]),
    )
    .addOption(
      one(
        "--drop <name>",
        "count the series of an index that would remain without this label; may be given several times",
        ...[...OTHER_LISTS, "pairs"],
      ).argParser(several),
    )
    .addOption(
      one("--pairs", "count the combinations of values of each two label names of an index", ...OTHER_LISTS),
    )
    .addOption(one("--metric <name>", "with --drop or --pairs: only the series of this metric"))
    .addOption(
      one(
        "--lookup <name=value>",
        "print where the postings of a value are; may be given several times",
        "symbols",
      ).argParser(several),
    )
    .addOption(one("--symbols", "list the symbols with their references"))
    .addOption(
      one("--hash", "add the SHA-256 over all entries to the JSON", ...["label", "lookup", "symbols"]),
    )
    .addOption(
      one(
        "--verify",
        "check that the postings lists of an index are those of its series",
        ...["label", "lookup", "symbols"],
      ),
    )
    .addOption(
      new ReadOption("--diff <other>", "print the differences between FILE and OTHER").conflicts([
        ...["lookup", "symbols", "hash", "verify", "sparse", "writeSparse", "fromIndex"],
      ]),
    )
    .addOption(
      one(
        "--sparse",
        "write the sparse header of the file into --output",
        ...["label", "lookup", "symbols", "fromIndex", "tsv"],
      ),
    )
    .addOption(
      one(
        "--from-index",
        "write the index-header of a full index into --output",
        ...["label", "lookup", "symbols", "writeSparse", "tsv"],
      ),
    )
    .addOption(
      writtenFile(
        "-o, --output <file>",
        "with --sparse or --from-index: the file to write; - is standard output",
      ),
    )
    .addOption(new OldSparse())
    .action(async (files: string[], typed: IndexHeaderCommand) => {
      const options = withSparse(typed);
      checkOptions(options);
      const inputs = inputsOf(files);
      if (options.fromIndex) {
        done(await eachInput(onlyOne(inputs, "--from-index"), (input) => writeHeader(input, options)));
      } else if (options.sparse) {
        done(await eachInput(onlyOne(inputs, "--sparse"), (input) => writeSparse(input, options)));
      } else if (options.diff !== undefined) {
        const [left] = onlyOne(inputs, "--diff");
        done(await compare([left as Input, inputOf(fileOfBlock(options.diff))], options));
      } else if (
        inputs.length === 2 &&
        !["lookup", "symbols", "drop", "pairs", "by"].some((name) => name in options)
      ) {
        recordOldName("index-header A B", "index-header A --diff B");
        done(await compare(inputs as [Input, Input], options));
      } else done(await showAll(inputs, options, tablesOf(inputs.length)));
    });
};

/** `--write-sparse OUT`, the old form of `--sparse -o OUT`. */
class OldSparse extends RenamedOption {
  constructor() {
    super("--write-sparse <out>", writtenFile("--write-sparse <out>", ""), "--sparse --output");
    this.conflicts(["label", "lookup", "symbols", "tsv"]);
  }
}

function withSparse({ writeSparse: out, ...options }: IndexHeaderCommand): IndexHeaderCommand {
  return out === undefined ? options : { ...options, sparse: true, output: options.output ?? out };
}

/** The output of `tagview FILE` for such a file. */
export const overview: Overview = {
  withOptions: (command) => command,
  print: showAll,
};

function checkOptions(options: IndexHeaderCommand): void {
  const { prefix, by, label, drop, pairs, metric, fromIndex, sparse, output, plot } = options;
  const lists = ["label", "drop", "pairs", "lookup", "symbols", "diff", "sparse", "fromIndex"] as const;
  const others = lists.find((option) => options[option]);
  if (plot !== undefined && others !== undefined)
    throw new TagviewError(
      "usage",
      `--plot draws all label names, not the output of --${others === "fromIndex" ? "from-index" : others}`,
      "leave out one of them",
    );
  if (prefix !== undefined && label === undefined) {
    throw new TagviewError("usage", "--prefix needs --label", "name the label with --label");
  }
  if (by !== undefined && label === undefined)
    throw new TagviewError("usage", "--by needs --label", "name the label with --label");
  if (metric !== undefined && drop === undefined && !pairs)
    throw new TagviewError("usage", "--metric needs --drop or --pairs", "add one of the two");
  const writes = fromIndex ? "--from-index" : sparse ? "--sparse" : null;
  if (writes !== null && output === undefined)
    throw new TagviewError("usage", `${writes} writes a file`, "name it with --output");
  if (writes === null && output !== undefined)
    throw new TagviewError("usage", "--output needs --from-index or --sparse", "add one of the two");
}

function onlyOne(inputs: Input[], option: string): Input[] {
  if (inputs.length === 1) return inputs;
  const message = option === "--diff" ? "--diff compares two files" : `${option} writes one file`;
  throw new TagviewError("usage", message, "name one input");
}

/** Opens an input with a progress bar, and closes it after `use`. */
async function withOpened<T>(
  input: Input,
  { quiet, json }: OutputOptions,
  options: IndexHeaderOptions,
  use: (opened: OpenIndexHeader) => T | Promise<T>,
): Promise<T> {
  const { name } = input;
  const progress = await startProgress(!quiet);
  let opened: OpenIndexHeader;
  try {
    const { source } = await insideOf(input);
    opened = await engine.indexHeader.open(source, { ...options, onBytes: progress.update });
  } catch (thrown) {
    if (json && thrown instanceof TagviewError && thrown.code !== "cancelled") {
      const unopened: UnopenedJson = { file: name, kind: null, complete: false, error: thrown.toObject() };
      await write(jsonLine(unopened));
    }
    throw thrown;
  } finally {
    progress.stop();
  }
  try {
    return await use(opened);
  } finally {
    opened.close();
  }
}

function showAll(inputs: Input[], options: IndexHeaderCommand, tables: Tables): Promise<Status> {
  checkChartFiles(
    options,
    inputs.map(({ name }) => name),
  );
  return eachInput(inputs, (input) => show(input, options, tables));
}

/** Prints the contents of a file, or the requested part. */
function show(input: Input, options: IndexHeaderCommand, tables: Tables): Promise<Status> {
  const { json, tsv, color, top, label, lookup, symbols, hash, drop, pairs } = options;
  const print: PrintTable = (columns, parts) =>
    writePieces(tableParts(tables.begin(input.name, columns), parts));
  const counts = drop !== undefined || pairs;
  const isSummary = label === undefined && lookup === undefined && !symbols && !counts;
  return withOpened(input, options, { report: isSummary && !tsv }, async (opened) => {
    const { summary } = opened;
    const status = printRemarks(summary, input.name, options);
    if (label !== undefined)
      return worse(status, await listValues(opened, input.name, label, options, print));
    if (lookup !== undefined) {
      const lookups = { wanted: lookup, file: input.name, isOneOfMany: tables.areSeveral };
      return worse(status, await lookUp(opened, lookups, options, print));
    }
    if (symbols) return worse(status, await listSymbols(opened, input.name, options, print));
    if (counts) {
      const printTable = (one: Table) => writePieces(tablePieces(tables, input.name, one));
      return worse(status, await listCardinality(opened, input.name, options, printTable));
    }
    const statistics = await statisticsOf(opened, options);
    const verification = options.verify ? await verified(opened, options) : null;
    const whole = [statistics, verification]
      .filter((result) => result !== null)
      .reduce((before, result) => worse(before, printRemarks(result, input.name, options)), status);
    await drawLabels(input.name, summary, options);
    if (tsv) {
      await writePieces(tablePieces(tables, input.name, summaryTsv(summary, top)));
      return whole;
    }
    const entries = json && hash ? await hashOf(opened) : null;
    if (json)
      await writePieces(
        jsonPieces(summaryJson(input.name, summary, entries, { statistics, verification }, top)),
      );
    else if (summary.kind !== null) {
      await write(summaryText(summary, colours(color), top));
      if (statistics !== null) await write(statisticsText(statistics, colours(color), top));
      if (verification !== null) await write(verificationText(verification));
    }
    return whole;
  });
}

/** Statistics of the series of a full index, read with a progress bar; null if the file has no series. */
async function statisticsOf(
  opened: OpenIndexHeader,
  { quiet }: OutputOptions,
): Promise<SeriesStatistics | null> {
  if (opened.summary.kind !== "index" || opened.summary.index_toc === null) return null;
  const progress = await startProgress(!quiet);
  try {
    return await opened.statistics({ onBytes: progress.update });
  } finally {
    progress.stop();
  }
}

/**
 * Compares the postings lists of a full index with its series, with a progress bar; null for a damaged index, whose
 * errors are printed.
 * @throws TagviewError `not-found` for other files.
 */
async function verified(
  opened: OpenIndexHeader,
  { quiet }: OutputOptions,
): Promise<IndexVerification | null> {
  if (opened.summary.error !== null) return null;
  const progress = await startProgress(!quiet);
  try {
    return await opened.verify({ onBytes: progress.update });
  } finally {
    progress.stop();
  }
}

/** Prints the changes from the first file to the second. */
function compare([a, b]: [Input, Input], options: IndexHeaderCommand): Promise<Status> {
  // Each reports its own errors, with the name of its file.
  const opened = (input: Input, use: (opened: OpenIndexHeader) => Promise<Status>) =>
    eachInput([input], (one) => withOpened(one, options, {}, use));
  return opened(a, (left) => opened(b, (right) => printChanges([a, b], [left, right], options)));
}

async function printChanges(
  [a, b]: [Input, Input],
  [left, right]: [OpenIndexHeader, OpenIndexHeader],
  options: IndexHeaderCommand,
): Promise<Status> {
  const { json, tsv, color, top, label } = options;
  const status = worse(
    printRemarks(left.summary, a.name, options),
    printRemarks(right.summary, b.name, options),
  );
  if (label !== undefined) {
    const sides = [
      { opened: left, file: a.name },
      { opened: right, file: b.name },
    ] as const;
    const listed = await checkLabel(sides, label, options);
    if (listed.isSampled) return worse(status, listed.status);
    const changed = changedValues(left, right, label, options);
    const head = {
      left: a.name,
      right: b.name,
      name: typed(label),
      complete: left.summary.complete && right.summary.complete,
      error: left.summary.error ?? right.summary.error,
    };
    if (json) await writePieces(changedValuesJson(head, changed, top));
    else if (tsv) await writePieces(changedValuesTsv(changed, top));
    else await writePieces(changedValuesText(changed, colours(color), top));
    return worse(status, listed.status);
  }
  const metrics = tsv ? null : await changedMetrics(left, right);
  const most = json || tsv ? top : undefined;
  const changes = changesJson([a.name, b.name], left.summary, right.summary, metrics, most);
  if (json) await writePieces(jsonPieces(changes));
  else if (tsv) await writePieces(changesTsv(changes));
  else await write(changesText(changes, colours(color), top));
  return status;
}
