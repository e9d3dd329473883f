import Table from "cli-table3";

/** A table for people: text to the left, figures to the right. */
export function table(head, rows) {
  const colAligns = head.map((_, index) => (index === 0 ? "left" : "right"));
  const drawn = new Table({ head, colAligns, style: { head: [], border: [], compact: true } });
  drawn.push(...rows);
  return drawn.toString();
}
