/** The commands and options of the program, for completions and the manual page. */

import type { Command, Option } from "commander";

/** An option, as a shell completes it. */
export interface CompletedOption {
  /** Its names, such as `-o` and `--output`. */
  flags: string[];
  description: string;
  /** Whether a value follows. */
  takesValue: boolean;
  /** The possible values, if there is a fixed list. */
  choices: readonly string[];
}

/** A command with its options. */
export interface CompletedCommand {
  name: string;
  description: string;
  options: CompletedOption[];
}

/** Returns the visible commands of `program`, each with its visible options. */
export function commandsOf(program: Command): CompletedCommand[] {
  const help = program.createHelp();
  return help.visibleCommands(program).map((command) => ({
    name: command.name(),
    description: command.description(),
    options: help.visibleOptions(command).map(completed),
  }));
}

function completed({ short, long, description, required, optional, argChoices }: Option): CompletedOption {
  return {
    flags: [short, long].filter((flag) => flag !== undefined),
    description,
    takesValue: required || optional,
    choices: argChoices ?? [],
  };
}
