/** What a format brings to the command line: its commands, its overview, and the shapes of what they print. */

import type { Command } from "commander";
import type { Shape } from "../output/json-shapes";
import type { Tables } from "../output/tsv";
import type { Status } from "../runtime/exit-status";
import type { Input } from "../runtime/inputs";
import type { OutputOptions, PlotOptions } from "../runtime/options";

/** Adds a command to the program; the command calls `done` with its exit status. */
export type Register = (program: Command, done: (status: Status) => void) => void;

/** What `tagview FILE...` prints of files of this format. */
export interface Overview {
  /** The command that prints the same. */
  command: string;
  /** Adds the options of the overview, without those for output, which all overviews have. */
  withOptions(command: Command): Command;
  print(inputs: Input[], options: OutputOptions & PlotOptions, tables: Tables): Promise<Status>;
  /** Of a format that also has whole folders: what one is called, with an article, and whether a folder is one. */
  folder?: { name: string; is(path: string): boolean };
}

export interface CommandGroup {
  /** In the order in which `tagview --help` lists them. */
  commands: Register[];
  /** The format's id, as the engine's `recognise` gives it, and its overview; null for commands of no format. */
  format: { id: string; overview: Overview } | null;
  /** The JSON Schema of each command's `--json`, by the command's name. */
  schemas(): Promise<Record<string, Shape>>;
  /** JSON Schemas of files that its commands read, by a name for `tagview schema`. */
  fileSchemas?(): Promise<Record<string, Shape>>;
}
