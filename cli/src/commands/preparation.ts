/** What is begun for a command while the program is still being loaded. */

import type { Preparation } from "../runtime/engine";

/** The commands that scan recordings. */
const USUAL: Preparation = { module: "main", thread: true };

/** Those that read something else or write, and those that work on the program's own thread, a slice as long as it is short. */
const OTHERS: Readonly<Record<string, Preparation>> = {
  cat: { module: "more", thread: true },
  pack: { module: "more", thread: true },
  merge: { module: "more", thread: true },
  convert: { module: "more", thread: true },
  slice: { module: "more", thread: false },
  simulate: { module: "more", thread: false },
  offsets: { module: "more", thread: false },
  "index-header": { module: "more", thread: false },
  compare: { module: "compare", thread: true },
  export: { module: "compare", thread: true },
  icechunk: { module: "more", thread: false },
  serve: { module: "main", thread: false },
};

export function preparationOf(command: string | undefined): Preparation {
  return OTHERS[command ?? ""] ?? USUAL;
}
