/**
 * `tagview manual`: the manual page, from the program's own commands and options, which the build writes; with `--help-texts`,
 * the texts from which it makes the pages of the documentation site.
 */

import type { Command, Help } from "commander";
import { write } from "../../output/write";
import { Status } from "../../runtime/exit-status";
import { COMMAND_GROUPS, examplesOf } from "../../runtime/help";

/** Adds the command, which the help does not list. */
export function addManual(program: Command, done: (status: Status) => void): void {
  program
    .command("manual", { hidden: true })
    .description("print the manual page, in the format of man")
    .option("--help-texts", "print the help of the program and of each command instead, as JSON by name")
    .action(async ({ helpTexts }: { helpTexts?: boolean }) => {
      await write(helpTexts ? `${JSON.stringify(helps(program))}\n` : manual(program));
      done(Status.Good);
    });
}

/** Text as roff shows it literally. */
function literal(text: string): string {
  const escaped = text.replaceAll("\\", "\\e").replaceAll("-", "\\-");
  return escaped.replace(/^(?=[.'])/gmu, "\\&");
}

function helps(program: Command): Record<string, string> {
  const commands = program.createHelp().visibleCommands(program);
  return Object.fromEntries(
    [program, ...commands].map((command) => [
      command === program ? "" : command.name(),
      command.helpInformation(),
    ]),
  );
}

function manual(program: Command): string {
  const help = program.createHelp();
  const commands = help.visibleCommands(program);
  const sections = COMMAND_GROUPS.map((group) => {
    const own = commands.filter((command) => command.helpGroup() === `${group}:`);
    return `.SH ${group.toUpperCase()}\n${own.map((command) => section(command, help)).join("")}`;
  });
  return `.TH TAGVIEW 1
.SH NAME
tagview \\- ${literal(lowered(program.description()))}
.SH SYNOPSIS
.B tagview
COMMAND [OPTIONS] [FILE...]
.br
.B tagview
[OPTIONS] FILE...
.SH DESCRIPTION
Without a command, each FILE is recognised by its content and its overview is printed.
FILE may be \\- for standard input. With no file and a pipe, standard input is read.
${sections.join("")}.SH EXIT STATUS
0 all good; 1 damaged, incomplete or not found; 2 wrong usage or can't be opened; 130 interrupted.
`;
}

function lowered(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1).replace(/\.$/u, "");
}

/** A command with its usage, its options and its examples. */
function section(command: Command, help: Help): string {
  const options = help
    .visibleOptions(command)
    .map((option) => `.TP\n.B ${literal(option.flags)}\n${literal(option.description)}\n`);
  const examples = examplesOf(command).map(
    ([line, purpose]) => `.PP\n${literal(purpose)}:\n.PP\n.RS\n.nf\ntagview ${literal(line)}\n.fi\n.RE\n`,
  );
  const usage = `${command.name()} ${command.usage()}`;
  return `.SS ${literal(usage)}\n${literal(command.description())}\n${options.join("")}${examples.join("")}`;
}
