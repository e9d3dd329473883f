/** Options that commands of any format share: each with its parsing and its line of help. */

import { type Command, InvalidArgumentError, Option } from "commander";
import { outputPath } from "./descriptors";
import { TagviewError } from "./engine";
import { inGroup, OUTPUT } from "./help";
import { RenamedOption } from "./old-names";

/** How results are printed. */
export interface OutputOptions {
  json?: boolean;
  tsv?: boolean;
  table?: string;
  force?: boolean;
  quiet?: boolean;
  color: boolean;
}

/** An option that names an additional input: a file, or a header in the form of an input. */
export class ReadOption extends Option {}

/** How files end that results are written into. */
const RESULT_ENDINGS = /\.(csv|parquet|json)$/i;

/** Adds `--json`, `--tsv`, `--table`, `--force`, `--quiet` and `--no-color`; the program sees to `--table`. */
export function withOutput(command: Command): Command {
  const table = new Option(
    "--table <file>",
    "write the results into FILE.csv, .parquet or .json, and print nothing",
  )
    .conflicts(["json", "tsv"])
    .argParser((file: string) => {
      if (RESULT_ENDINGS.test(file)) return file;
      throw new InvalidArgumentError("Name a file that ends in .csv, .parquet or .json.");
    });
  return inGroup(withMachineOutput(command), OUTPUT, (shared) =>
    shared
      .addOption(new Option("--tsv", "print tab-separated values").conflicts("json"))
      .addOption(table)
      .addOption(new RenamedOption("--out <file>", table))
      .addOption(forceOption()),
  );
}

/** `--force`, which every command that writes a file has. */
export function forceOption(): Option {
  return new Option("--force", "replace a file that exists").helpGroup(OUTPUT);
}

/** An option that names the file that a command writes. */
export function writtenFile(flags: string, description: string): Option {
  return new Option(flags, description).argParser(outputPath);
}

/** Adds `--json`, `--quiet` and `--no-color`. */
export function withMachineOutput(command: Command): Command {
  return inGroup(withQuiet(command), OUTPUT, (shared) =>
    shared.option("--json", "print a JSON object a line, with exact integers"),
  );
}

/** Adds `--quiet` and `--no-color`. */
export function withQuiet(command: Command): Command {
  return inGroup(command, OUTPUT, (shared) =>
    shared
      .option("-q, --quiet", "no progress bar and no notes")
      .option("--no-color", "no colour (so does NO_COLOR)"),
  );
}

export interface PlotOptions {
  plot?: string;
}

/** Adds `--plot`. */
export function withPlot(command: Command): Command {
  const description = "draw the chart into FILE.svg or FILE.png; {} expands to the input's name";
  const plot = new Option("--plot <file>", description).helpGroup(OUTPUT).argParser((file: string) => {
    if (!/\.(svg|png)$/i.test(file)) throw new InvalidArgumentError("Name a file that ends in .svg or .png.");
    return file;
  });
  return command.addOption(plot);
}

/** Runs `read` for an option's value; its error names the option. */
export function naming<T>(option: string, read: () => T): T {
  try {
    return read();
  } catch (thrown) {
    // Commander prints this error only if it calls the parser itself.
    if (thrown instanceof InvalidArgumentError)
      throw new TagviewError("usage", `${option}: the value is not valid`, thrown.message.replace(/\.$/, ""));
    if (!(thrown instanceof TagviewError)) throw thrown;
    throw new TagviewError(thrown.code, `${option}: ${thrown.message}`, thrown.remedy);
  }
}

/** A parser for an option's value: a whole number between `least` and `most`. */
export function wholeNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = /^[+-]?\d+$/.test(text) ? Number(text) : Number.NaN;
    if (!(value >= least && value <= most)) {
      throw new InvalidArgumentError(`Write a whole number from ${least} to ${most}.`);
    }
    return value;
  };
}
