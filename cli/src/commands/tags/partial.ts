/**
 * `tagview partial` saves the mergeable result of a command for one recording; `tagview combine` merges such files, in
 * the order of the recordings, and prints the answer.
 */

import { createHash } from "node:crypto";
import type { Command } from "commander";
import { errorLine, withFileName } from "../../output/errors";
import { jsonLine } from "../../output/json";
import { tablesOf } from "../../output/tsv";
import { checkNew, writeWhole } from "../../output/whole-file";
import { write, writeError } from "../../output/write";
import { engine, headerPeriod, type RecordingKind, type Snapshot, TagviewError } from "../../runtime/engine";
import type { Status } from "../../runtime/exit-status";
import { withExamples } from "../../runtime/help";
import { type Input, inputOf, inputsOf } from "../../runtime/inputs";
import {
  forceOption,
  type OutputOptions,
  type PlotOptions,
  withMachineOutput,
  withOutput,
  withPlot,
  writtenFile,
} from "../../runtime/options";
import { startProgress } from "../../runtime/progress";
import type { Register } from "../group";
import { missingFrom, printAnswerAndNotes, type ScanCommand, statusOfSnapshot } from "./answer";
import { bursts } from "./bursts";
import { coincidences } from "./coincidences";
import { delay } from "./delay";
import { g2 } from "./g2";
import { gaps } from "./gaps";
import { heralded } from "./heralded";
import { identify } from "./kinds";
import { lifetime } from "./lifetime";
import type { TagOptions } from "./options";
import { sortable } from "./order-break";
import { pairs } from "./pairs";
import type { PartialJson } from "./partial.schema";
import { type PartialFile, partialBytes, readPartial } from "./partial-file";
import type { PeriodOptions } from "./period";
import { rate } from "./rate";
import { answerNotes, printNotes } from "./remarks";
import type { Answerer } from "./scan";
import { stability } from "./stability";
import { stats } from "./stats";
import { commandsOf, runSubcommand } from "./subcommand";
import { asSum, nameOfSum, refuseUnread, type SumOptions } from "./summed";
import { checkOutput } from "./writing";

/** The commands whose results can be joined. */
const JOINABLE: Register[] = [
  ...[stats, rate, gaps, g2, coincidences, delay, pairs, heralded, bursts, lifetime, stability],
];

interface PartialOptions extends Pick<OutputOptions, "quiet" | "force" | "json"> {
  output: string;
  start?: string;
}

export const partial: Register = (program, done) => {
  withMachineOutput(
    withExamples(
      program.command("partial"),
      "Tools",
      ["partial g2 --a 3 --b 15 x.tags.zst -o x.part", "save the counts of one recording"],
      ["partial stats x.tags.zst -o x.part", "save the numbers of stats"],
    ),
  )
    .description("save a mergeable partial result of a command")
    .argument("<command...>", "the command, its options and the recording")
    .addOption(
      writtenFile(
        "-o, --output <file>",
        "the partial result to write; - is standard output",
      ).makeOptionMandatory(),
    )
    .addOption(forceOption())
    .option("--start <ticks>", "time of the first tag of the first recording")
    .allowUnknownOption()
    .action(async (_, options: PartialOptions, self: Command) => {
      const { name, given, tags, takesHeaderPeriod, files } = readCommand(program, self.args);
      const [input, ...others] = inputsOf(files);
      if (input === undefined || others.length > 0)
        throw new TagviewError("usage", "a partial result is made from one recording", "name one recording");
      const known = await identify(input, tags).catch(async (thrown: unknown) => {
        await printUnsaved(thrown, { command: [name, ...given], input }, options);
        throw thrown;
      });
      if (!options.quiet) printNotes(input.name, answerNotes(known.kind, tags.tick, undefined));
      const { tick } = known.kind;
      // The recordings themselves are not available when partial results are merged.
      const length = tick === null || tags.tick !== undefined ? [] : ["--tick", tick];
      const command = [
        name,
        ...given,
        ...length,
        ...(takesHeaderPeriod ? headerPeriodOption(known.kind) : []),
      ];
      const args = quietly([...command, "--", ...files], options);
      const answer: Answerer = (_, printing, question) => {
        refuseUnjoinable(question, printing);
        return save(question, { command, input: known }, options);
      };
      done(await runSubcommand(program, JOINABLE, args, answer));
    });
};

/** The arguments of a command, as the user typed them. */
interface ReadCommand {
  name: string;
  /** Its options, each value an argument of its own. */
  given: string[];
  /** The options that say how a recording is read. */
  tags: TagOptions;
  /** Whether the period of a T3 header is used: the command has `--period`, and it is not given. */
  takesHeaderPeriod: boolean;
  files: string[];
}

/**
 * Parses the arguments of a counting command, as the command itself does.
 * @throws TagviewError `usage`, and the errors of commander.
 */
function readCommand(program: Command, [name = "", ...rest]: string[]): ReadCommand {
  const { commands } = commandsOf(program, JOINABLE, () => {});
  const command = commands.find((one) => one.name() === name);
  if (command === undefined)
    throw new TagviewError(
      "usage",
      `the results of "${name}" can't be combined`,
      `write one of ${commands.map((one) => one.name()).join(", ")} first`,
    );
  const given: string[] = [];
  for (const option of command.options) {
    command.on(`option:${option.name()}`, (value?: string | null) => {
      if (option.attributeName() === "color") return;
      given.push(option.long ?? `-${option.name()}`, ...(typeof value === "string" ? [value] : []));
    });
  }
  const { operands, unknown } = command.parseOptions(rest);
  if (unknown[0] !== undefined) command.error(`error: unknown option '${unknown[0]}'`);
  const tags = command.opts<TagOptions & PeriodOptions>();
  // `lifetime` has a clock of its own.
  const hasPeriod = name !== "lifetime" && command.options.some(({ long }) => long === "--period");
  return { name, given, tags, takesHeaderPeriod: hasPeriod && tags.period === undefined, files: operands };
}

/** The option that states the period of a T3 header, in ticks. */
function headerPeriodOption(kind: RecordingKind): string[] {
  const period = headerPeriod(kind);
  return period === null ? [] : ["--period", String(period)];
}

interface CombineOptions extends OutputOptions, PlotOptions, SumOptions {
  output?: string;
}

export const combine: Register = (program, done) => {
  withPlot(
    withOutput(
      withExamples(
        program.command("combine"),
        "Tools",
        ["combine a.part b.part", "print the result over both recordings"],
        ["combine --sum a.part b.part", "the same for recordings whose clocks restart"],
      ),
    ),
  )
    .description("merge partial results and print the result")
    .argument("<partial...>", "partial results of one command, in order of time")
    .addOption(
      writtenFile("-o, --output <file>", "write them joined, as one partial result, and print nothing"),
    )
    .option("--sum", "add the recordings as independent runs, each with its own time origin")
    .action(async (files: string[], options: CombineOptions) => {
      const partials = files.map(readPartial);
      const [first] = partials;
      if (first === undefined) return;
      partials.forEach(({ command }, at) => {
        if (JSON.stringify(command) !== JSON.stringify(first.command))
          throw new TagviewError(
            "mismatch",
            `${files[at]} is of "${command.join(" ")}", and ${files[0]} of "${first.command.join(" ")}"`,
            "join partial results of the same command with the same options",
          );
      });
      refuseTwice(files, partials);
      if (options.output !== undefined) checkOutput(options.output, files.map(inputOf));
      const answer: Answerer = (_, __, question) => join(question, partials, options);
      done(await runSubcommand(program, JOINABLE, quietly([...first.command, "-"], options), answer));
    });
};

/** The same recording's tags, joined with themselves, would count twice. */
function refuseTwice(files: string[], partials: PartialFile[]): void {
  const first = new Map<string, string>();
  partials.forEach((one, at) => {
    const hash = createHash("sha256").update(JSON.stringify(one.recordings)).update(one.partial);
    const digest = hash.digest("hex");
    const before = first.get(digest);
    if (before !== undefined)
      throw new TagviewError(
        "mismatch",
        `${before} and ${files[at]} are the same partial result of ${one.recordings.join(", ")}; its tags would count twice`,
        "name each partial result once",
      );
    first.set(digest, `${files[at]}`);
  });
}

/** With `--quiet` for the command too. */
function quietly([command = "", ...rest]: string[], { quiet }: Pick<OutputOptions, "quiet">): string[] {
  return [command, ...(quiet ? ["--quiet"] : []), ...rest];
}

/**
 * Rejects results that depend on the beginning of a recording, which cannot be merged, and options of the output, which
 * belong to `combine`.
 */
function refuseUnjoinable(
  { request, secondReading }: ScanCommand,
  { tsv, table, plot }: OutputOptions & PlotOptions,
): void {
  if (tsv || table !== undefined || plot !== undefined)
    throw new TagviewError(
      "usage",
      "a partial result is not printed",
      "give --tsv, --table and --plot to combine",
    );
  if (secondReading !== undefined)
    throw new TagviewError("usage", "blocks of a recording can't be joined", "leave out --blocks");
  if (request.clock !== undefined)
    throw new TagviewError("usage", "a partial result has no software clock", "leave out --clock");
  if (request.analyses.some((one) => "clock" in one))
    throw new TagviewError(
      "usage",
      "--period chN has a different value in each recording, but combined results need one period",
      "give the period as a time",
    );
  const { selection } = request;
  if (selection?.from !== undefined || selection?.to !== undefined)
    throw new TagviewError(
      "usage",
      "--from and --to count from the first tag of each recording",
      "slice the recordings first",
    );
}

/** A command and its recording. */
interface Saved {
  command: string[];
  input: Input;
}

/** Writes the partial result; with `--json`, prints the contents of the file, or the error. */
async function save(
  question: ScanCommand,
  { command, input }: Saved,
  options: PartialOptions,
): Promise<Status> {
  const { output, json } = options;
  if (json && output === "-")
    throw new TagviewError(
      "usage",
      "--json and the partial result both go to standard output",
      "give -o a file",
    );
  try {
    const { snapshot, bytes } = await writePartial(question, { command, input }, options);
    const { complete } = snapshot;
    const error = sortable(snapshot.error, question.sorting);
    if (json)
      await write(
        jsonLine({ file: input.name, out: output, command, bytes, complete, error } satisfies PartialJson),
      );
    if (error !== null) writeError(errorLine(error, input.name));
    return statusOfSnapshot(snapshot);
  } catch (thrown) {
    await printUnsaved(thrown, { command, input }, options);
    throw thrown;
  }
}

/** With `--json`, prints why nothing was written. */
async function printUnsaved(
  thrown: unknown,
  { command, input }: Saved,
  { output, json }: PartialOptions,
): Promise<void> {
  if (!json || !(thrown instanceof TagviewError) || thrown.code === "cancelled") return;
  // The object has the name of the file already.
  const error = (thrown.cause instanceof TagviewError ? thrown.cause : thrown).toObject();
  const object: PartialJson = { file: input.name, out: output, command, bytes: null, complete: false, error };
  await write(jsonLine(object));
}

async function writePartial(
  question: ScanCommand,
  { command, input }: Saved,
  { output, quiet, start, force }: PartialOptions,
): Promise<{ snapshot: Snapshot; bytes: number }> {
  const from = start === undefined ? null : startOf(start);
  const analyses = question.request.analyses.map((one) =>
    one.name === "rate" && from !== null ? { ...one, start: from } : one,
  );
  const { name, source } = input;
  checkOutput(output, [input]);
  checkNew(output, { force });
  const progress = await startProgress(!quiet);
  try {
    const request = { ...question.request, analyses };
    const read = async () => {
      const made = await engine.tags.partial(source, request, { onBytes: progress.update });
      refuseUnread(made.snapshot);
      return made;
    };
    const { snapshot, partial } = await read().catch((thrown) => {
      throw withFileName(thrown, name);
    });
    const bytes = partialBytes({ command, recordings: [name], partial });
    await writeWhole(output, { force }, (append) => append(bytes));
    return { snapshot, bytes: bytes.length };
  } finally {
    progress.stop();
  }
}

async function join(
  question: ScanCommand,
  partials: PartialFile[],
  { output, sum, ...options }: CombineOptions,
): Promise<Status> {
  const joined = await engine.tags.combine(
    question.request,
    partials.map(({ partial }) => partial),
    sum ? { sum } : {},
  );
  const { snapshot } = joined;
  const recordings = partials.flatMap((one) => one.recordings);
  const name = nameOfSum([...new Set(recordings)]);
  if (output !== undefined) {
    const { command } = partials[0] as PartialFile;
    const bytes = partialBytes({ command, recordings, partial: joined.partial });
    await writeWhole(output, options, (append) => append(bytes));
    const error = sortable(snapshot.error, question.sorting);
    if (error !== null) writeError(errorLine(error, name));
    return statusOfSnapshot(snapshot);
  }
  snapshot.error ??= missingFrom(question, snapshot);
  const printed = sum ? asSum(question, recordings.length) : question;
  return printAnswerAndNotes(printed, options, name, snapshot, tablesOf(1));
}

function startOf(text: string): bigint {
  if (/^-?\d+$/.test(text)) return BigInt(text);
  throw new TagviewError(
    "usage",
    `--start: "${text}" is not a whole number`,
    "give the first tag's time in ticks",
  );
}
