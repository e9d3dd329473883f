/** Aligned tables without rules. A column is as wide as its widest cell is on a terminal. */

import { isatty } from "node:tty";
import stringWidth from "string-width";
import type { Colours } from "./colour";
import { plural } from "./numbers";

export interface Column {
  title: string;
  align: "left" | "right";
}

/** Printed rows; `rest` states how to print all. */
export const MOST_ROWS = 1000;

/** The line after a table of the first of `all` rows; empty if all are in the table. */
export function rest(all: number, noun: string, dim: Colours["dim"]): string {
  if (all <= MOST_ROWS) return "";
  return `${dim(`... and ${plural(all - MOST_ROWS, `more ${noun}`)}: --tsv or --json prints all`)}\n`;
}

/** Text as wide as its characters are many, with those of numbers and bars: the general rule takes 10 ms to load. */
const PLAIN = /^[ -~µ±·–…▁-█]*$/u;

function widthOf(text: string): number {
  return PLAIN.test(text) ? text.length : stringWidth(text);
}

/** Maximum number of characters of a cell: a value in a file may have megabytes. */
const MAX_CHARACTERS = 400;

function cut(cell: string): string {
  if (cell.length <= MAX_CHARACTERS) return cell;
  return `${cell.slice(0, MAX_CHARACTERS).replace(/[\ud800-\udbff]$/, "")}…`;
}

/** Blanks between columns. */
const GAP = "   ";

/** Minimum number of columns that a table keeps: a name and a value. */
const MIN_COLUMNS = 2;

/**
 * Returns the table: one line per row, columns three blanks apart. Cells of more than 400 characters are cut. On a
 * terminal, columns at the right that do not fit its width are left out, and a line names them.
 */
export function table(columns: Column[], rows: string[][], width = terminalWidth()): string {
  const all = [columns.map(({ title }) => title), ...rows].map((row) => row.map(cut));
  const widths = columns.map((_, k) => all.reduce((most, row) => Math.max(most, widthOf(row[k] ?? "")), 1));
  const kept = fitting(widths, width);
  const lines = all.map((row) => {
    const cells = columns.slice(0, kept).map(({ align }, k) => {
      const text = row[k] ?? "";
      const blanks = " ".repeat((widths[k] ?? 0) - widthOf(text));
      return align === "right" ? blanks + text : text + blanks;
    });
    return `${cells.join(GAP).replace(/[ \t]+$/, "")}\n`;
  });
  return lines.join("") + leftOut(columns.slice(kept));
}

/** Number of columns on the left that fit the width. */
function fitting(widths: readonly number[], width: number): number {
  let end = 0;
  for (const [k, one] of widths.entries()) {
    end += (k === 0 ? 0 : GAP.length) + one;
    if (end > width) return Math.max(k, Math.min(MIN_COLUMNS, widths.length));
  }
  return widths.length;
}

/** The line that names the columns that do not fit; empty if all do. */
function leftOut(columns: readonly Column[]): string {
  if (columns.length === 0) return "";
  const titles = columns.map(({ title }) => title || "remarks").join(", ");
  return `... too narrow for ${titles}: widen the terminal, or print --tsv\n`;
}

/** Number of characters in a line of the terminal on standard output; infinite for any other output. */
function terminalWidth(): number {
  return isatty(1) ? process.stdout.columns || Number.POSITIVE_INFINITY : Number.POSITIVE_INFINITY;
}
