/** The files into which `--plot` draws. */

import { basename } from "node:path";
import { TagviewError } from "../runtime/engine";
import { checkNew, type Replacing } from "./whole-file";

/** Stands for the input's name in the value of `--plot`. */
const NAME = "{}";

/** The file for the chart of the input `name`. */
export function chartFile(plot: string, name: string): string {
  return plot.replaceAll(NAME, () => stem(name));
}

/**
 * Checks that each input's chart has its own file, which does not exist or may be replaced.
 * @throws TagviewError `usage` if one chart would overwrite another, `open-failed` if a file exists.
 */
export function checkChartFiles({ plot, force }: Replacing & { plot?: string }, names: string[]): void {
  if (plot === undefined) return;
  if (names.length > 1) checkSeparate(plot, names);
  for (const name of names) checkNew(chartFile(plot, name), { force });
}

function checkSeparate(plot: string, names: string[]): void {
  if (!plot.includes(NAME)) {
    const message = `--plot ${plot} is one file, but there are ${names.length} inputs`;
    const example = plot.replace(/(\.\w+)$/, `-${NAME}$1`);
    throw new TagviewError("usage", message, `put their names into it, as in --plot '${example}'`);
  }
  const inputs = new Map<string, string>();
  for (const name of names) {
    const file = chartFile(plot, name);
    const other = inputs.get(file);
    if (other !== undefined) {
      const message = `--plot would draw both ${other} and ${name} into ${file}`;
      throw new TagviewError("usage", message, "draw them with a command each");
    }
    inputs.set(file, name);
  }
}

/** A file's name without its folder and without endings such as `.tags.zst`. */
function stem(name: string): string {
  if (name === "-") return "stdin";
  return basename(name).replace(/(?<=.)(\.[a-z][a-z0-9]{0,7}){1,2}$/i, "");
}
