/** A table as text: text aligned left, figures right. */
export function table(head, rows) {
  const all = [head, ...rows].map((row) => row.map(String));
  const widths = head.map((_, k) => Math.max(...all.map((row) => row[k]?.length ?? 0)));
  const line = (row) => widths.map((width, k) => align(row[k] ?? "", width, k)).join("   ");
  return all.map((row) => line(row).trimEnd()).join("\n");
}

const align = (cell, width, k) => (k === 0 ? cell.padEnd(width) : cell.padStart(width));
