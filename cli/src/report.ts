/** Errors for people: one line each on standard error. */

import { type ErrorObject, TagviewError } from "@tagview/engine";
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

/** The end of the first sentence, or a colon, outside of quoted input. */
const WHAT = /^(?:"(?:\\.|[^"\\])*"|[^"])*?(?=[.!?](?:\s|$)|:\s)/;

/** `what is wrong (at byte N): what to do`, from an error's sentences. */
export function describeError(error: ErrorObject): string {
  const text = clean(error.message).trim();
  const what = WHAT.exec(text)?.[0] ?? text;
  const advice = text
    .slice(what.length + 1)
    .trim()
    .replace(/\.$/, "");
  const place = error.offset === null ? "" : ` (at byte ${error.offset})`;
  return decapitalise(what) + place + (advice === "" ? "" : `: ${decapitalise(advice)}`);
}

/** `tagview: FILE: what is wrong (at byte N): what to do` */
export function errorLine(error: ErrorObject, file?: string): string {
  return `tagview: ${file === undefined ? "" : `${clean(file)}: `}${describeError(error)}\n`;
}

/** Tells of an error and gives its exit status. */
export function report(thrown: unknown, file?: string): Status {
  if (!(thrown instanceof TagviewError)) {
    const detail = thrown instanceof Error ? thrown.message : String(thrown);
    writeError(`tagview: something failed inside tagview (${clean(detail)}): please report it\n`);
    return Status.Damaged;
  }
  writeError(errorLine(thrown, file));
  return statusOf(thrown);
}

// "Cap'n Proto" and "JSON" keep their capitals; "The file" does not.
function decapitalise(sentence: string): string {
  return /^[A-Z](?:[a-z]*\s|[a-z]+[,:;]|\s)/.test(sentence) && !sentence.startsWith("Cap")
    ? sentence.charAt(0).toLowerCase() + sentence.slice(1)
    : sentence;
}
