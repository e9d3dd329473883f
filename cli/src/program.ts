/** The whole command line: its commands, its help, and its handling of wrong usage. */

import {
  Command,
  CommanderError,
  type ErrorOptions,
  InvalidArgumentError,
  type ParseOptionsResult,
} from "commander";
import { groups } from "./commands";
import { addCompletions } from "./commands/completions/completions";
import { addManual } from "./commands/completions/manual";
import type { Overview } from "./commands/group";
import { addOverview, checkFirstWord, OVERVIEW, unknownCommand } from "./commands/overview";
import { addSchema } from "./commands/schema";
import { chartFile } from "./output/plot-files";
import { printable } from "./output/printable";
import type { TableFile } from "./output/table-file";
import { checkApart } from "./output/whole-file";
import { write, writeError } from "./output/write";
import { TagviewError } from "./runtime/engine";
import { Status, worse } from "./runtime/exit-status";
import { expandFolders } from "./runtime/folders";
import { examplesOf, GroupedHelp, isShort } from "./runtime/help";
import { oldNameLines } from "./runtime/old-names";
import { type OutputOptions, type PlotOptions, ReadOption } from "./runtime/options";

const SUMMARY =
  "Reads single-photon time tags, offset headers and index-headers of Mimir, and Icechunk metadata.";
/** The commands whose output is that of the overviews. */
const SAME = groups.flatMap(({ format }) => format?.command ?? []).join(", ");
const AFTER = `
Without a command, each FILE is recognised by its content and its overview is printed, as one of these commands
prints it, with the same options for output: ${SAME}.
FILE may be - for standard input; with no file and a pipe, that is read.
Exit status: 0 all good; 1 damaged, incomplete or not found; 2 wrong usage or can't be opened; 130 interrupted.`;

/** `tagview help COMMAND`. */
function helpCommand(): Command {
  const command = new GroupedCommand("help").argument("[command]").helpOption(false);
  return command.description("print help, or that of a command").helpGroup("Tools:");
}

/** Runs the command line; resolves to its exit status. */
export async function runProgram(argv: string[]): Promise<Status> {
  let status: Status = Status.Good;
  let isQuiet = false;
  const printed: Promise<void>[] = [];
  const program = await createProgram(
    argv.slice(2),
    (one) => {
      status = worse(status, one);
    },
    () => status,
    (text) => printed.push(write(text)),
  );
  program.hook("preAction", (_, command) => {
    isQuiet = command.opts<Partial<OutputOptions>>().quiet ?? false;
  });
  try {
    await program.parseAsync(argv);
    return status;
  } catch (thrown) {
    // An option's value that a command reads itself: commander has printed nothing.
    if (thrown instanceof InvalidArgumentError)
      throw new TagviewError("usage", "an option's value is not valid", thrown.message.replace(/\.$/, ""));
    if (!(thrown instanceof CommanderError)) throw thrown;
    await Promise.all(printed);
    return thrown.exitCode === 0 ? Status.Good : Status.Usage;
  } finally {
    if (!isQuiet) writeError(oldNameLines());
  }
}

/** Commander's errors that have no remedy of their own. */
const REMEDIED = new Set(
  [
    "missingMandatoryOptionValue",
    "missingArgument",
    "excessArguments",
    "optionMissingArgument",
    "unknownOption",
  ].map((name) => `commander.${name}`),
);

/** Whether one of two names of options begins with the other, which has at least three letters. */
const isPart = (one: string, other: string): boolean =>
  Math.min(one.length, other.length) >= 3 && (one.startsWith(other) || other.startsWith(one));

/** A command whose help has groups and examples, and which reports an unknown option before a missing one. */
class GroupedCommand extends Command {
  #unknown: string | undefined;

  override parseOptions(args: string[]): ParseOptionsResult {
    const parsed = super.parseOptions(args);
    this.#unknown = parsed.unknown.find((argument) => argument.startsWith("-"));
    return parsed;
  }

  /** Commander checks required options first, and the option that is missing may be the unknown one with a typo. */
  override error(message: string, options?: ErrorOptions): never {
    if (options?.code === "commander.missingMandatoryOptionValue" && this.#unknown !== undefined)
      (this as unknown as { unknownOption(flag: string): never }).unknownOption(this.#unknown);
    return super.error(this.withRemedy(message, options?.code), options);
  }

  /** Adds a remedy: the command's first example, or the command that lists its options. */
  private withRemedy(message: string, code = ""): string {
    if (!REMEDIED.has(code)) return message;
    const [example] = code === "commander.unknownOption" ? [] : examplesOf(this);
    const own =
      this.parent === null || this.name() === OVERVIEW || this.name() === "help" ? "" : `${this.name()} `;
    const meant =
      code === "commander.unknownOption" && !message.includes("Did you mean")
        ? this.meantOption()
        : undefined;
    const remedy =
      example === undefined ? `see tagview ${own}--help` : `write it as in tagview ${example[0]}`;
    const suggestion = meant === undefined ? "" : ` (Did you mean ${meant}?)`;
    return `${message.replace(/\.$/, "")}${suggestion}: ${remedy}`;
  }

  /** The option meant by an unknown one that commander suggests none for: `--a` by `-a`, `--bin` by `--binwidth`. */
  private meantOption(): string | undefined {
    const typed = this.#unknown?.replace(/^-+|=.*$/gu, "") ?? "";
    const names = this.options.flatMap(({ long, hidden }) => (long && !hidden ? [long.slice(2)] : []));
    const meant = names.find((name) => name === typed) ?? names.find((name) => isPart(name, typed));
    return meant && `--${meant}`;
  }

  override createCommand(name?: string): Command {
    return new GroupedCommand(name);
  }

  override createHelp(): GroupedHelp {
    return Object.assign(new GroupedHelp(), this.configureHelp());
  }
}

/** Commands of the program itself, which belong to no group. */
const OWN = ["schema", "completions", "manual", OVERVIEW];

/**
 * Returns the program with the commands that `args` need; `done` is called with each exit status, `status` returns the worst
 * so far, and `print` gets help and version.
 */
async function createProgram(
  args: string[],
  done: (status: Status) => void,
  status: () => Status,
  print: (text: string) => void,
): Promise<Command> {
  const program = new GroupedCommand("tagview")
    .description(SUMMARY)
    .usage("COMMAND [OPTIONS] [FILE...]\n       tagview [OPTIONS] FILE...")
    .option("-V, --version", "print the version, and which zstd is inside")
    .helpOption("-h, --help", "print help: -h the short form, --help all options")
    .addHelpCommand(helpCommand())
    .addHelpText("after", ({ command }) => (command.parent === null && !isShort() ? AFTER : ""))
    .exitOverride()
    .configureOutput({ writeOut: print, writeErr: writeError, outputError });
  const names = groups.flatMap(({ commands }) => Object.keys(commands));
  const isNeeded = neededBy(args, names);
  const [first = "-"] = args;
  const all = [...names, ...OWN];
  const isCommand = [...all, "help"].includes(first);
  // Checked before the options: those of a misspelt command would be reported as unknown.
  if (!first.startsWith("-") && !isCommand) checkFirstWord(first, all);
  const [, second] = args;
  if (
    first === "help" &&
    second !== undefined &&
    ![...all, "help"].includes(second) &&
    !second.startsWith("-")
  )
    throw new TagviewError("usage", unknownCommand(second, all), "see tagview --help");
  // Commands inherit these settings when they are added, so the settings come first.
  const formats = new Map<string, string>();
  for (const { commands, format } of groups)
    for (const [name, load] of Object.entries(commands)) {
      if (!isNeeded(name)) continue;
      (await load())(program, done);
      if (format !== null) formats.set(name, format.id);
    }
  addSchema(program, done, groups);
  addCompletions(program, done);
  addManual(program, done);
  const overviews = isNeeded(OVERVIEW) ? await loadOverviews() : new Map<string, Overview>();
  addOverview(program, done, overviews, all);
  const ids = [...overviews.keys()];
  const isOwnFolder = (path: string) => [...overviews.values()].some(({ folder }) => folder?.is(path));
  program.hook("preAction", async (_, command) => {
    const format = formats.get(command.name());
    if (format !== undefined) await expandFolders(command, new Set([format]), () => false);
    else if (command.name() === OVERVIEW) await expandFolders(command, new Set(ids), isOwnFolder);
  });
  program.hook("preAction", (_, command) => checkResultFiles(command));
  withTableFiles(program, status);
  return program;
}

/**
 * Returns whether a command is needed for `args`: the named one, the overview for files, and all for output that lists
 * commands.
 */
function neededBy([first = "", ...rest]: string[], names: readonly string[]): (name: string) => boolean {
  if (names.includes(first)) return (name) => name === first;
  const [second = ""] = rest;
  if (first === "help" && names.includes(second)) return (name) => name === second;
  const lists = ["help", "completions", "manual"].includes(first) || first.startsWith("-");
  if (lists || rest.includes("-h") || rest.includes("--help")) return () => true;
  return (name) => name === OVERVIEW && first !== "schema";
}

/** Returns the overviews of all formats, by the format's id. */
async function loadOverviews(): Promise<Map<string, Overview>> {
  const loaded = groups.map(
    async ({ format }): Promise<[string, Overview][]> =>
      format === null ? [] : [[format.id, await format.overview()]],
  );
  return new Map((await Promise.all(loaded)).flat());
}

/**
 * Checks that no result file is also read: as an input, as a header after its `@`, or as the value of an option.
 * @throws TagviewError `usage`.
 */
function checkResultFiles(command: Command): void {
  const { table, plot } = command.opts<OutputOptions & PlotOptions>();
  const options = command.options.filter((option) => option instanceof ReadOption);
  const named = options.map((option): string | undefined => command.getOptionValue(option.attributeName()));
  const read = [...command.args, ...named].flatMap((file) => file?.replace(/^@/, "") ?? []);
  if (table !== undefined) checkApart(table, read, "--table");
  if (plot === undefined) return;
  for (const name of read) checkApart(chartFile(plot, name), read, "--plot");
}

/** Writes the output of a command to the file of `--table`, if given. */
function withTableFiles(program: Command, status: () => Status): void {
  let file: TableFile | undefined;
  program.hook("preAction", async (_, command) => {
    const { table, force } = command.opts<OutputOptions>();
    if (table === undefined) return;
    const { beginTableFile } = await import("./output/table-file");
    file = beginTableFile(table, { force });
    command.setOptionValue(file.option, true);
  });
  program.hook("postAction", () => file?.finish(status() === Status.Good));
}

/** Prints commander's message about wrong usage as one line. */
function outputError(text: string, print: (line: string) => void): void {
  const message = text
    .trim()
    .replace(/^error: /, "")
    .replace(/\n/g, " ");
  print(`tagview: ${printable(message)}\n`);
}
