/** Colour, if standard output is a terminal that shows it and no option turns it off. */

import { isatty } from "node:tty";
import picocolors from "picocolors";

export type Colours = ReturnType<typeof picocolors.createColors>;

export function colours(wanted: boolean): Colours {
  const { NO_COLOR, TERM } = process.env;
  return picocolors.createColors(wanted && !NO_COLOR && TERM !== "dumb" && isatty(1));
}
