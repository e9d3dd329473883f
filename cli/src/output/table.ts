/** Aligned tables without rules. A column is as wide as its widest cell is on a terminal. */

import Table from "cli-table3";
import stringWidth from "string-width";
import type { Colours } from "./colour";
import { plural } from "./numbers";

export interface Column {
  title: string;
  align: "left" | "right";
}

/** The table without any of the rules that cli-table3 draws. */
const BARE = Object.fromEntries(
  [
    "top top-mid top-left top-right bottom bottom-mid bottom-left bottom-right",
    "left left-mid mid mid-mid right right-mid middle",
  ]
    .join(" ")
    .split(" ")
    .map((name) => [name, ""]),
);

/** Rows that cli-table3 gets at a time, because its time grows with their square. */
const ROWS = 50;

/** Rows that people are shown; `rest` says how to have all of them. */
export const MOST_ROWS = 1000;

/** What follows a table of the first of `all` rows; nothing where those are all. */
export function rest(all: number, noun: string, dim: Colours["dim"]): string {
  if (all <= MOST_ROWS) return "";
  return `${dim(`... and ${plural(all - MOST_ROWS, `more ${noun}`)}: --tsv or --json prints all`)}\n`;
}

/** The table: one line per row, columns three blanks apart. */
export function table(columns: Column[], rows: string[][]): string {
  const titles = columns.map((column) => column.title);
  const all = [titles, ...rows];
  const widths = titles.map((_, k) =>
    all.reduce((most, row) => Math.max(most, stringWidth(row[k] ?? "")), 1),
  );
  let lines = "";
  for (let from = 0; from < all.length; from += ROWS) {
    const built = new Table({
      chars: { ...BARE, middle: "   " },
      style: { "padding-left": 0, "padding-right": 0, head: [], border: [] },
      colAligns: columns.map((column) => column.align),
      colWidths: widths,
    });
    built.push(...all.slice(from, from + ROWS));
    lines += `${built.toString().replace(/[ \t]+$/gm, "")}\n`;
  }
  return lines;
}
