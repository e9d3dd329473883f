/** Work that begins while the program of a command is still being loaded. */

import type { Preparation } from "../runtime/engine";

/** The commands that scan recordings. */
const USUAL: Preparation = { module: "main", thread: true, here: true };
/**
 * The commands that count pairs of tags. Dense tags have very many pairs, and the program's own thread would not notice
 * an interruption for long.
 */
const PAIRS: Preparation = { module: "main", thread: true, here: false };
/** Defines channels whose tags are such pairs. */
const DEFINES = /^--define(=|$)/;

/**
 * The commands with other inputs or with output files. `slice` runs on the program's own thread, because a slice is
 * usually short.
 */
const OTHERS: Readonly<Record<string, Preparation>> = {
  cat: { module: "more", thread: true, here: true },
  pack: { module: "more", thread: true, here: true },
  convert: { module: "more", thread: true, here: true },
  merge: { module: "more", thread: true, here: true },
  slice: { module: "more", thread: false, here: true },
  simulate: { module: "more", thread: false, here: true },
  offsets: { module: "more", thread: false, here: true },
  "index-header": { module: "more", thread: false, here: true },
  block: { module: "more", thread: false, here: true },
  compare: { module: "compare", thread: true, here: true },
  export: { module: "compare", thread: true, here: true },
  icechunk: { module: "more", thread: false, here: true },
  serve: { module: "main", thread: false, here: true },
  g2: PAIRS,
  delay: PAIRS,
  pairs: PAIRS,
  coincidences: PAIRS,
  heralded: PAIRS,
  lifetime: PAIRS,
  hom: PAIRS,
  partial: PAIRS,
};

export function preparationOf([command = "", ...rest]: string[]): Preparation {
  const usual = rest.some((argument) => DEFINES.test(argument)) ? PAIRS : USUAL;
  return Object.hasOwn(OTHERS, command) ? (OTHERS[command] ?? usual) : usual;
}
