/** Help: groups of commands and options, examples, and the short form that `-h` prints. */

import { type Command, Help, type Option } from "commander";

/** Groups of commands, in the order of the help. */
export const COMMAND_GROUPS = ["Look", "Correlate", "Write", "Formats", "Tools"] as const;
export type CommandGroupName = (typeof COMMAND_GROUPS)[number];

/** Groups of options, in the order of the help: those of the command itself, then those that commands share. */
const OWN = "Options:";
export const TAGS = "Tags:";
export const OUTPUT = "Output:";

const ORDER = [...COMMAND_GROUPS.map((name) => `${name}:`), OWN, TAGS, OUTPUT];

/** A command line without its leading `tagview`, and its purpose. */
export type Example = readonly [line: string, purpose: string];

const examples = new WeakMap<Command, readonly Example[]>();

/** Sets the group of a command, and two examples. */
export function withExamples(
  command: Command,
  group: CommandGroupName,
  ...both: readonly [Example, Example]
): Command {
  examples.set(command, both);
  return command.helpGroup(`${group}:`);
}

/** Returns the examples of a command. */
export function examplesOf(command: Command): readonly Example[] {
  return examples.get(command) ?? [];
}

/** Puts the options that `add` adds into a group of the help. */
export function inGroup(command: Command, group: string, add: (command: Command) => void): Command {
  const before = command.optionsGroup();
  command.optionsGroup(group);
  add(command);
  return command.optionsGroup(before);
}

/** Whether an option is the command's own, and not one that commands share. */
export function isOwn({ helpGroupHeading = OWN }: Option): boolean {
  return helpGroupHeading === OWN;
}

/** Whether the command line requests the short form. */
export function isShort(): boolean {
  const args = process.argv.slice(2);
  return args.includes("-h") && !args.includes("--help");
}

/** Commander's help with groups in their order, examples, and the short form. */
export class GroupedHelp extends Help {
  override groupItems<T extends Command | Option>(
    unsorted: T[],
    visible: T[],
    groupOf: (item: T) => string,
  ): Map<string, T[]> {
    const groups = [...super.groupItems(unsorted, visible, groupOf)];
    const place = ([name]: [string, T[]]) => (ORDER.includes(name) ? ORDER.indexOf(name) : ORDER.length);
    return new Map(groups.sort((a, b) => place(a) - place(b)));
  }

  override formatHelp(command: Command, helper: Help): string {
    if (isShort()) return this.#short(command, helper);
    const text = super.formatHelp(command, helper).trimEnd();
    return `${text}\n${this.#examples(command)}`;
  }

  /** The commands by group, a line each. */
  #groups(command: Command, helper: Help): string[] {
    const groups = this.groupItems([...command.commands], helper.visibleCommands(command), (one) =>
      one.helpGroup(),
    );
    return [...groups].flatMap(([group, commands]) =>
      commands.length === 0 ? [] : [`${group.padEnd(11)} ${commands.map((one) => one.name()).join(", ")}`],
    );
  }

  /** Usage, the command's own options and its examples; of the program, the commands by group. */
  #short(command: Command, helper: Help): string {
    const lines = [`Usage: ${helper.commandUsage(command)}`, ""];
    if (command.commands.length > 0) {
      lines.push(...this.#groups(command, helper));
      lines.push("", "tagview COMMAND -h shows a command with examples; tagview --help describes all.");
      return `${lines.join("\n")}\n`;
    }
    lines.push(helper.boxWrap(helper.commandDescription(command), this.helpWidth ?? 80), "");
    const own = helper.visibleOptions(command).filter((option) => isOwn(option) && option.long !== "--help");
    const width = Math.max(0, ...own.map((option) => helper.optionTerm(option).length));
    for (const option of own)
      lines.push(
        helper.formatItem(helper.optionTerm(option), width, helper.optionDescription(option), helper),
      );
    if (own.length > 0) lines.push("");
    const shared = command.options.length > own.length;
    const more = shared ? `tagview ${command.name()} --help lists all options.\n` : "";
    return `${lines.join("\n").trimEnd()}\n${this.#examples(command)}${more === "" ? "" : `\n${more}`}`;
  }

  #examples(command: Command): string {
    const all = examplesOf(command);
    if (all.length === 0) return "";
    const lines = all.map(([line, purpose]) => `  # ${purpose}\n  tagview ${line}\n`);
    return `\nExamples:\n${lines.join("")}`;
  }
}
