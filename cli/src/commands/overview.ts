/** `tagview FILE...`: each file is recognised by its content, and the overview of its format printed. */

import { statSync } from "node:fs";
import { isatty } from "node:tty";
import { Command, CommanderError } from "commander";
import { errorLine } from "../output/errors";
import { jsonLine } from "../output/json";
import type { Unreadable } from "../output/json-shapes";
import { checkChartFiles } from "../output/plot-files";
import { tablesOf } from "../output/tsv";
import { write, writeError } from "../output/write";
import { type ErrorObject, engine, peek, type Recognised, TagviewError } from "../runtime/engine";
import { Status, statusOf, worse } from "../runtime/exit-status";
import { type Input, inputsOf } from "../runtime/inputs";
import { type OutputOptions, type PlotOptions, withOutput, withPlot } from "../runtime/options";
import { packedPipe, unpacked } from "../runtime/unpacked";
import type { Overview } from "./group";

/** The first steps of most users; printed without arguments and input. */
const FIRST_STEPS = `Usage: tagview COMMAND [OPTIONS] [FILE...]

  tagview FILE...         print what each file is, and its overview
  tagview pairs FILE      find the channels of a recording that are correlated
  tagview serve FILE...   show files in the browser

tagview -h lists the commands, tagview COMMAND -h shows one with examples.
`;

/** Prints the first steps; returns the error that ends the program with the status of wrong usage. */
function firstSteps(): CommanderError {
  writeError(FIRST_STEPS);
  return new CommanderError(1, "tagview.firstSteps", "there are no arguments");
}

/** Commander requires a name for the default command; users never type it. */
export const OVERVIEW = "FILE...";

type OverviewOptions = OutputOptions & PlotOptions;

/**
 * Makes the program print overviews if no command is named. `names` are those of all commands; most commands are not
 * loaded.
 */
export function addOverview(
  program: Command,
  done: (status: Status) => void,
  overviews: ReadonlyMap<string, Overview>,
  names: readonly string[],
): void {
  const command = withPlot(withOutput(program.command(OVERVIEW, { isDefault: true, hidden: true })));
  for (const overview of overviews.values()) overview.withOptions(command);
  command.argument("[file...]").action(async (files: string[], options: OverviewOptions) => {
    const isBare = program.args.length === 0;
    if (isBare && isatty(0)) throw firstSteps();
    if (files[0] !== undefined) checkFirstWord(files[0], names);
    const inputs = inputsOf(files);
    checkChartFiles(
      options,
      inputs.map(({ name }) => name),
    );
    const onEmptyPipe = () => {
      if (isBare) throw firstSteps();
    };
    done(await printOverviews(inputs, overviews, options, onEmptyPipe));
  });
}

/**
 * Prints the overviews in the order of the inputs. Successive inputs of one format are printed together: they are read
 * in parallel and share one header line.
 */
async function printOverviews(
  inputs: Input[],
  overviews: ReadonlyMap<string, Overview>,
  options: OverviewOptions,
  onEmptyPipe: () => void,
): Promise<Status> {
  let status: Status = Status.Good;
  const tables = tablesOf(inputs.length);
  let waiting: { overview: Overview; inputs: Input[] } | undefined;
  const printWaiting = async () => {
    if (waiting !== undefined)
      status = worse(status, await waiting.overview.print(waiting.inputs, options, tables));
    waiting = undefined;
  };
  for (const input of inputs) {
    // The writer of a pipe may wait for the answer about the inputs before it.
    if (input.size === null) await printWaiting();
    const found = await identify(input, { overviews, options, onEmptyPipe });
    if (found.kind === "unreadable") {
      await printWaiting();
      status = worse(status, await printUnreadable(input.name, found, options));
      continue;
    }
    if (found.overview !== waiting?.overview) await printWaiting();
    waiting ??= { overview: found.overview, inputs: [] };
    waiting.inputs.push(found.input);
  }
  await printWaiting();
  return status;
}

/** The kind of an input. */
type Identified =
  /** Its format has an overview. For a pipe, `input` still includes the bytes read for recognition. */
  | { kind: "readable"; overview: Overview; input: Input }
  /** It cannot be opened, or its format is not supported. */
  | { kind: "unreadable"; recognised: Recognised; error: ErrorObject };

const UNRECOGNISED: Recognised = {
  format: null,
  name: null,
  readable: false,
  opens: null,
  command: null,
  import: null,
};

interface Known {
  overviews: ReadonlyMap<string, Overview>;
  options: OverviewOptions;
  onEmptyPipe(): void;
}

async function identify(input: Input, known: Known): Promise<Identified> {
  const { overviews, options, onEmptyPipe } = known;
  try {
    let { source } = input;
    if (source.kind === "path" && isFolder(source.path)) return identifyFolder(input, source.path, overviews);
    let recognised: Recognised;
    let isEmpty = input.size === 0;
    if (input.size === null) {
      const peeked = await peek(source, input.name);
      isEmpty = peeked.head.length === 0;
      if (isEmpty) onEmptyPipe();
      source = peeked.source;
      recognised = await engine.recognise({ kind: "bytes", bytes: peeked.head, name: input.name });
    } else recognised = await engine.recognise(source);
    const overview = overviews.get(recognised.format ?? "");
    if (overview === undefined || recognised.format === "tags") {
      const inside = await unpacked(input);
      const found = inside === input ? null : await identify(inside, known);
      if (found?.kind === "readable") return found;
    }
    const chosen = overview ?? [...overviews.values()].find((each) => each.isNamed?.(options));
    if (chosen !== undefined) return { kind: "readable", overview: chosen, input: { ...input, source } };
    if (input.size === null && recognised.format === "gzip") throw packedPipe();
    return { kind: "unreadable", recognised, error: isEmpty ? EMPTY : unknownFormat(recognised) };
  } catch (thrown) {
    if (!(thrown instanceof TagviewError) || thrown.code === "cancelled") throw thrown;
    return { kind: "unreadable", recognised: UNRECOGNISED, error: thrown.toObject() };
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

function identifyFolder(input: Input, path: string, overviews: ReadonlyMap<string, Overview>): Identified {
  const folders = [...overviews.values()].flatMap(({ folder }) => folder ?? []);
  const overview = [...overviews.values()].find(({ folder }) => folder?.is(path));
  if (overview !== undefined) return { kind: "readable", overview, input };
  const error: ErrorObject = {
    code: "open-failed",
    message: `this is a folder, and not ${folders.map(({ name }) => name).join(" or ")}`,
    offset: null,
    remedy: "name a file in it",
  };
  return { kind: "unreadable", recognised: UNRECOGNISED, error };
}

const EMPTY: ErrorObject = {
  code: "empty",
  message: "this file is empty",
  offset: null,
  remedy: "check that the file was copied completely",
};

/** The error about a file that tagview does not read. */
function unknownFormat(recognised: Recognised): ErrorObject {
  const { format, name } = recognised;
  if (format === "gzip") {
    const message = "this is a gzip file, and its content is damaged or not recognised";
    return {
      code: "unknown-format",
      message,
      offset: null,
      remedy: "test it with `gzip -t`, or open it with `gzip -d`",
    };
  }
  const opens = opener(recognised);
  const elsewhere =
    opens === null ? "name the command that should read it, if it is damaged" : `open it with ${opens}`;
  return {
    code: "unknown-format",
    message: `this is ${name === null ? "an unrecognised format" : `${name}, which tagview does not read`}`,
    offset: null,
    remedy:
      format === "text"
        ? "if it has time tags, name its columns in their order, as in tagview FILE --columns time,channel --unit ns; if it has delays and counts, use tagview histogram FILE"
        : elsewhere,
  };
}

/** Returns the name of a program or command that opens a file without an overview. */
function opener({ opens, command }: Recognised): string | null {
  return command === null ? opens : `\`${command}\``;
}

async function printUnreadable(
  file: string,
  { recognised, error }: Extract<Identified, { kind: "unreadable" }>,
  { json }: OverviewOptions,
): Promise<Status> {
  const { format, name } = recognised;
  const answer: Unreadable = { file, format, name, opens: opener(recognised), complete: false, error };
  if (json) await write(jsonLine(answer));
  writeError(errorLine(error, file));
  return statusOf(error);
}

/**
 * Checks that the first word may be meant as a file.
 * @throws TagviewError `usage` for a word that is neither a file nor looks like one.
 */
export function checkFirstWord(word: string, names: readonly string[]): void {
  if (word === "-" || /[./\\]/.test(word) || exists(word)) return;
  if (names.includes(word)) {
    throw new TagviewError("usage", `the command ${word} follows an option`, "write the command first");
  }
  const message = `${unknownCommand(word, names)}, and there is no file of this name`;
  throw new TagviewError("usage", message, "see tagview --help");
}

function exists(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    // The path may exist. Opening it reports the error.
    return true;
  }
}

/** Commander's message for an unknown command, which suggests one with a similar name. */
export function unknownCommand(word: string, names: readonly string[]): string {
  const lookalike = new Command().exitOverride().configureOutput({ outputError() {} });
  for (const name of names) lookalike.command(name);
  try {
    lookalike.parse([word], { from: "user" });
  } catch (thrown) {
    if (thrown instanceof CommanderError) return thrown.message.replace(/^error: /, "").replace(/\n/g, " ");
    throw thrown;
  }
  return `unknown command '${word}'`;
}
