/** The part of a format in the command line: its commands, its overview, and the schemas of their output. */

import type { Command } from "commander";
import type { Shape } from "../output/json-shapes";
import type { Tables } from "../output/tsv";
import type { Status } from "../runtime/exit-status";
import type { Input } from "../runtime/inputs";
import type { OutputOptions, PlotOptions } from "../runtime/options";

/** Adds a command to the program; the command calls `done` with its exit status. */
export type Register = (program: Command, done: (status: Status) => void) => void;

/** The output of `tagview FILE...` for files of this format. */
export interface Overview {
  /** Adds the options of the overview, except the output options, which all overviews have. */
  withOptions(command: Command): Command;
  /** Whether the options state that a file whose content shows no format is of this one. */
  isNamed?(options: OutputOptions & PlotOptions): boolean;
  print(inputs: Input[], options: OutputOptions & PlotOptions, tables: Tables): Promise<Status>;
  /** For a format that also has whole folders: its name with an article, and a test for such a folder. */
  folder?: { name: string; is(path: string): boolean };
}

/** Loads the code of a command. */
export type Load = () => Promise<Register>;

/** A format: its id, as the engine's `recognise` gives it, the command whose output its overview prints, and the overview. */
interface Format {
  id: string;
  command: string;
  overview(): Promise<Overview>;
}

export interface CommandGroup {
  /** The commands by name, in the order of `tagview --help`; each is loaded when it runs. */
  commands: Readonly<Record<string, Load>>;
  /** Null for commands of no format. */
  format: Format | null;
  /** The JSON Schema of each command's `--json`, by the command's name. */
  schemas(): Promise<Record<string, Shape>>;
  /** JSON Schemas of files that its commands read, by a name for `tagview schema`. */
  fileSchemas?(): Promise<Record<string, Shape>>;
}
