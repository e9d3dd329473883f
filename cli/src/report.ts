/** Errors for people: one line each on standard error. */

import { asTagviewError, type ErrorObject } from "@tagview/engine";
import { clean } from "./output/clean";
import { writeError } from "./output/write";
import { Status } from "./status";

/** Codes that mean the command was used wrongly or its input can't be had at all. */
const USAGE = new Set(["usage", "open-failed"]);

/** The exit status that an error of this kind deserves. */
export function statusOf(error: { code: string }): Status {
  if (error.code === "cancelled") return Status.Interrupted;
  return USAGE.has(error.code) ? Status.Usage : Status.Damaged;
}

/** `what is wrong (at byte N): what to do` */
export function describeError({ message, offset, remedy }: ErrorObject): string {
  const place = offset === null ? "" : ` (at byte ${offset})`;
  return `${clean(message)}${place}: ${clean(remedy)}`;
}

/** `tagview: FILE: what is wrong (at byte N): what to do` */
export function errorLine(error: ErrorObject, file?: string): string {
  return `tagview: ${file === undefined ? "" : `${clean(file)}: `}${describeError(error)}\n`;
}

/** Tells of an error and gives its exit status. */
export function report(thrown: unknown, file?: string): Status {
  const error = asTagviewError(thrown);
  writeError(errorLine(error, file));
  return statusOf(error);
}
