/** Aligned tables without lines; widths count what a terminal shows. */

import Table from "cli-table3";

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

/** The table, a line per row, columns three blanks apart. */
export function table(columns: Column[], rows: string[][]): string {
  const built = new Table({
    chars: { ...BARE, middle: "   " },
    style: { "padding-left": 0, "padding-right": 0, head: [], border: [] },
    colAligns: columns.map((column) => column.align),
  });
  built.push(
    columns.map((column) => column.title),
    ...rows,
  );
  return `${built.toString().replace(/[ \t]+$/gm, "")}\n`;
}
