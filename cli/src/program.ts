/** The command line as a whole: its commands, its help, and what it does with wrong usage. */

import { Command, CommanderError } from "commander";
import { commands } from "./commands";
import { clean } from "./output/clean";
import { write, writeError } from "./output/write";
import { Status, worse } from "./status";

/** Where commands leave their exit status. */
export interface Outcome {
  status: Status;
}

const SUMMARY = "Opens photon time tags and other compact binary data.";
const AFTER = `
FILE may be - for standard input; with no file and a pipe, that is read.
Exit status: 0 all good; 1 damaged, incomplete or not found; 2 wrong usage or can't be opened; 130 interrupted.`;

/** Runs the command line and gives its exit status. */
export async function runProgram(argv: string[]): Promise<Status> {
  const outcome: Outcome = { status: Status.Good };
  try {
    await createProgram((status) => {
      outcome.status = worse(outcome.status, status);
    }).parseAsync(argv);
    return outcome.status;
  } catch (thrown) {
    if (!(thrown instanceof CommanderError)) throw thrown;
    return thrown.code === "commander.helpDisplayed" ? Status.Good : Status.Usage;
  }
}

function createProgram(done: (status: Status) => void): Command {
  const program = new Command("tagview")
    .description(SUMMARY)
    .usage("COMMAND [OPTIONS] [FILE...]")
    .option("-V, --version", "print the version, and which zstd is inside")
    .helpOption("-h, --help", "print help")
    .helpCommand(false)
    .addHelpText("after", AFTER)
    .exitOverride()
    .configureOutput({
      writeOut: write,
      writeErr: writeError,
      outputError: (text, print) =>
        print(
          `tagview: ${clean(
            text
              .trim()
              .replace(/^error: /, "")
              .replace(/\n/g, " "),
          )}\n`,
        ),
    });
  // The settings above come first: commands inherit them when they are added.
  for (const register of commands) register(program, done);
  return program;
}
