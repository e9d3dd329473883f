/** Runs a command that scans recordings inside another one, which gets its answer. */

import { Command } from "commander";
import { TagviewError } from "../../runtime/engine";
import { type Status, worse } from "../../runtime/exit-status";
import type { Register } from "../group";
import { type Answerer, answerBy } from "./scan";

/** The commands that `registers` add, under a parent of their own. */
export function commandsOf(program: Command, registers: Register[], done: (status: Status) => void): Command {
  const parent = new Command(program.name()).copyInheritedSettings(program);
  for (const register of registers) register(parent, done);
  return parent;
}

/** Reads `args` as one of the commands that `registers` add, and has `answer` answer it. */
export async function runSubcommand(
  program: Command,
  registers: Register[],
  args: string[],
  answer: Answerer,
): Promise<Status> {
  let status: Status | undefined;
  const commands = commandsOf(program, registers, (one) => {
    status = status === undefined ? one : worse(status, one);
  });
  answerBy(commands, answer);
  await commands.parseAsync(args, { from: "user" });
  if (status !== undefined) return status;
  throw new TagviewError("usage", `"${args.join(" ")}" does not read a recording`, "see tagview --help");
}
