/** Aligned tables without rules. A column is as wide as its widest cell is on a terminal. */

import stringWidth from "string-width";
import type { Colours } from "./colour";
import { plural } from "./numbers";

export interface Column {
  title: string;
  align: "left" | "right";
}

/** Rows that people are shown; `rest` says how to have all of them. */
export const MOST_ROWS = 1000;

/** What follows a table of the first of `all` rows; nothing where those are all. */
export function rest(all: number, noun: string, dim: Colours["dim"]): string {
  if (all <= MOST_ROWS) return "";
  return `${dim(`... and ${plural(all - MOST_ROWS, `more ${noun}`)}: --tsv or --json prints all`)}\n`;
}

/** Text as wide as its characters are many. */
const PLAIN = /^[ -~]*$/;

function widthOf(text: string): number {
  return PLAIN.test(text) ? text.length : stringWidth(text);
}

/** Maximum number of characters of a cell: a value in a file may have megabytes. */
const MAX_CHARACTERS = 400;

function cut(cell: string): string {
  if (cell.length <= MAX_CHARACTERS) return cell;
  return `${cell.slice(0, MAX_CHARACTERS).replace(/[\ud800-\udbff]$/, "")}…`;
}

/** The table: one line per row, columns three blanks apart. Cells of more than 400 characters are cut. */
export function table(columns: Column[], rows: string[][]): string {
  const all = [columns.map(({ title }) => title), ...rows].map((row) => row.map(cut));
  const widths = columns.map((_, k) => all.reduce((most, row) => Math.max(most, widthOf(row[k] ?? "")), 1));
  const lines = all.map((row) => {
    const cells = columns.map(({ align }, k) => {
      const text = row[k] ?? "";
      const blanks = " ".repeat((widths[k] ?? 0) - widthOf(text));
      return align === "right" ? blanks + text : text + blanks;
    });
    return `${cells.join("   ").replace(/[ \t]+$/, "")}\n`;
  });
  return lines.join("");
}
