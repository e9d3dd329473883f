/** Remarks: why a number is null, or what to know before it is used. */

import { type Described, exactly, list, text } from "./json-shapes";

export const remarks = list(
  exactly({
    about: text("the key of the number that it is about"),
    code: text("words with hyphens"),
    message: text(),
  }),
);
export type Remarks = Described<typeof remarks>;

/** A line for each. */
export function remarkLines(all: Remarks): string {
  return all.map(({ message }) => `  ${message}\n`).join("");
}
