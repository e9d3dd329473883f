/** `tagview completions`: completions for bash, zsh and fish, from the program's own commands and options. */

import { Argument, type Command } from "commander";
import { write } from "../../output/write";
import { Status } from "../../runtime/exit-status";
import { withExamples } from "../../runtime/help";
import { type CompletedCommand, type CompletedOption, commandsOf } from "./tree";

const SHELLS = { bash, zsh, fish };

/** Adds the command. */
export function addCompletions(program: Command, done: (status: Status) => void): void {
  withExamples(
    program.command("completions"),
    "Tools",
    [
      "completions bash > ~/.local/share/bash-completion/completions/tagview",
      "complete commands and options in bash",
    ],
    ["completions fish > ~/.config/fish/completions/tagview.fish", "complete them in fish"],
  )
    .description("print completions of commands and options for a shell")
    .addArgument(new Argument("<shell>", "the shell").choices(Object.keys(SHELLS)))
    .action(async (shell: keyof typeof SHELLS) => {
      await write(SHELLS[shell](commandsOf(program)));
      done(Status.Good);
    });
}

/** A word in single quotes, as POSIX shells read it. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

const flagsOf = ({ options }: CompletedCommand): string => options.flatMap(({ flags }) => flags).join(" ");

/** Options with a known list of values. */
const withValues = ({ options }: CompletedCommand): CompletedOption[] =>
  options.filter(({ choices }) => choices.length > 0);

function bash(commands: CompletedCommand[]): string {
  const cases = commands.map((command) => {
    const values = withValues(command).map(
      ({ flags, choices }) =>
        `        ${flags.join("|")}) COMPREPLY=($(compgen -W ${quoted(choices.join(" "))} -- "$word")); return ;;\n`,
    );
    const inner = values.length === 0 ? "" : `      case "$before" in\n${values.join("")}      esac\n`;
    return `    ${command.name})\n${inner}      options=${quoted(flagsOf(command))} ;;\n`;
  });
  return `# Completions of tagview for bash.
_tagview() {
  local word="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}" options=""
  COMPREPLY=()
  if ((COMP_CWORD == 1)); then
    COMPREPLY=($(compgen -W ${quoted(commands.map(({ name }) => name).join(" "))} -- "$word"))
    return
  fi
  case "\${COMP_WORDS[1]}" in
${cases.join("")}  esac
  if [[ "$word" == -* ]]; then
    COMPREPLY=($(compgen -W "$options" -- "$word"))
  fi
}
complete -o bashdefault -o default -F _tagview tagview
`;
}

function zsh(commands: CompletedCommand[]): string {
  const text = (description: string): string => description.replace(/[[\]:\\]/gu, "\\$&");
  const specs = (command: CompletedCommand): string[] =>
    command.options.flatMap(({ flags, description, takesValue, choices }) =>
      flags.map((flag) => {
        const value = choices.length > 0 ? `:value:(${choices.join(" ")})` : ":value:_files";
        return quoted(`*${flag}[${text(description)}]${takesValue ? value : ""}`);
      }),
    );
  const cases = commands.map(
    (command) =>
      `    ${command.name})\n      _arguments ${[...specs(command), "'*:file:_files'"].join(" \\\n        ")} ;;\n`,
  );
  const names = commands.map(({ name, description }) => `    ${quoted(`${name}:${text(description)}`)}\n`);
  return `#compdef tagview
# Completions of tagview for zsh.
_tagview() {
  local -a commands=(
${names.join("")}  )
  if ((CURRENT == 2)); then
    _describe command commands
    _files
    return
  fi
  local command="\${words[2]}"
  shift words
  ((CURRENT -= 1))
  case "$command" in
${cases.join("")}    *) _files ;;
  esac
}
if [[ "\${funcstack[1]}" = _tagview ]]; then
  _tagview "$@"
else
  compdef _tagview tagview
fi
`;
}

function fish(commands: CompletedCommand[]): string {
  const text = (description: string): string => `'${description.replace(/['\\]/gu, "\\$&")}'`;
  const lines = commands.flatMap(({ name, description, options }) => [
    `complete -c tagview -n __fish_use_subcommand -a ${name} -d ${text(description)}`,
    ...options.map(({ flags, description, takesValue, choices }) => {
      const named = flags.map((flag) =>
        flag.startsWith("--") ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`,
      );
      const value = choices.length > 0 ? ` -x -a ${text(choices.join(" "))}` : takesValue ? " -r" : "";
      const condition = `'__fish_seen_subcommand_from ${name}'`;
      return `complete -c tagview -n ${condition} ${named.join(" ")}${value} -d ${text(description)}`;
    }),
  ]);
  return `# Completions of tagview for fish.\n${lines.join("\n")}\n`;
}
