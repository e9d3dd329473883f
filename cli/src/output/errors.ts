/** Error messages: one line each on standard error. */

import { asTagviewError, type ErrorObject, TagviewError } from "../runtime/engine";
import { type Status, statusOf } from "../runtime/exit-status";
import { printable } from "./printable";
import { writeError } from "./write";

/** Names of request parameters that are options of the same name. */
const NAMES = new Set(
  "a acceptor b bin channel columns define donor fit from herald log microtime offset pattern period range shape start sum sync tick to unit window".split(
    " ",
  ),
);
/** Options whose names differ from those of their request parameters. */
const RENAMED: Record<string, string> = {
  delays: "delay",
  patterns: "pattern",
  clock: "period",
  divider: "period",
  keepDoubtful: "keep-doubtful",
  delay_unit: "delay-unit",
  read_as: "read-as",
};

/** The commands of the operations that remedies name. */
const COMMANDS: Record<string, string> = {
  convert: "tagview convert",
  header: "tagview header",
  histogram: "tagview histogram",
  merge: "tagview merge",
  slice: "tagview slice FILE -o OUT",
  "slice-stream": "tagview slice - < FILE",
  stats: "tagview stats",
  verify: "tagview verify",
};

/**
 * Returns a sentence of the engine with `name` as `--name` and `name: "value"` as `--name value`, for options, and with
 * operations as commands; `more` are names of one command.
 */
export function withOptionNames(sentence: string, more: Record<string, string> = {}): string {
  const named = sentence.replace(/`([a-z-]+)`/g, (quoted, name: string) =>
    Object.hasOwn(COMMANDS, name) ? `\`${COMMANDS[name]}\`` : quoted,
  );
  return named.replace(/`(\w+)(?:: "([^"`]*)")?`/g, (quoted, name: string, value?: string) => {
    const option = more[name] ?? RENAMED[name] ?? (NAMES.has(name) ? name : undefined);
    if (option === undefined) return quoted;
    return value === undefined ? `--${option}` : `--${option} ${value}`;
  });
}

/** `what is wrong (at byte N): what to do` */
export function describeError({ message, offset, remedy }: ErrorObject): string {
  const place = offset === null ? "" : ` (at byte ${offset})`;
  return withOptionNames(`${printable(message)}${place}: ${printable(remedy)}`);
}

/** `tagview: FILE: what is wrong (at byte N): what to do` */
export function errorLine(error: ErrorObject, file?: string): string {
  return `tagview: ${file === undefined ? "" : `${printable(file)}: `}${describeError(error)}\n`;
}

/** Returns an error about a file with the name of the file in its message; any other thrown value is returned unchanged. */
export function withFileName(thrown: unknown, file: string): unknown {
  if (!(thrown instanceof TagviewError) || thrown.code === "cancelled" || thrown.code === "usage")
    return thrown;
  const { code, message, remedy, offset } = thrown;
  return new TagviewError(code, `${file}: ${message}`, remedy, offset, { cause: thrown });
}

/** Prints anything that was thrown as one error line, and returns its exit status. */
export function reportError(thrown: unknown, file?: string): Status {
  const error = asTagviewError(thrown);
  writeError(errorLine(error, file));
  return statusOf(error);
}
