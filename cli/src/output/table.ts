/** Aligned tables without lines; widths count what a terminal shows. */

import Table from "cli-table3";
import stringWidth from "string-width";

export interface Column {
  title: string;
  align: "left" | "right";
}

const BARE = Object.fromEntries(
  [
    "top top-mid top-left top-right bottom bottom-mid bottom-left bottom-right",
    "left left-mid mid mid-mid right right-mid middle",
  ]
    .join(" ")
    .split(" ")
    .map((name) => [name, ""]),
);

/** More rows at once take cli-table3 time that grows with their square. */
const ROWS = 50;

/** The table, a line per row, columns three blanks apart. */
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
