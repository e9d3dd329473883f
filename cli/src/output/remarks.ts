/** Remarks as people read them. */

import type { Described, remarks } from "./json-shapes";

export type Remarks = Described<typeof remarks>;

/** A line for each. */
export function remarkLines(all: Remarks): string {
  return all.map(({ message }) => `  ${message}\n`).join("");
}
