/** Errors for people: one line each on standard error. */

import { asTagviewError, type ErrorObject } from "../runtime/engine";
import { type Status, statusOf } from "../runtime/exit-status";
import { printable } from "./printable";
import { writeError } from "./write";

/** `what is wrong (at byte N): what to do` */
export function describeError({ message, offset, remedy }: ErrorObject): string {
  const place = offset === null ? "" : ` (at byte ${offset})`;
  return `${printable(message)}${place}: ${printable(remedy)}`;
}

/** `tagview: FILE: what is wrong (at byte N): what to do` */
export function errorLine(error: ErrorObject, file?: string): string {
  return `tagview: ${file === undefined ? "" : `${printable(file)}: `}${describeError(error)}\n`;
}

/** Tells anything that was thrown as an error's line, and returns its exit status. */
export function reportError(thrown: unknown, file?: string): Status {
  const error = asTagviewError(thrown);
  writeError(errorLine(error, file));
  return statusOf(error);
}
