/** Rows as CSV. A text with a comma, a quote or a line break is quoted; null is an empty cell. */
export function csvOf(rows: Iterable<readonly (string | number | bigint | null | undefined)[]>): string {
  const cell = (value: string | number | bigint | null | undefined): string => {
    const text = String(value ?? "");
    return /[",\n\r]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return Array.from(rows, (row) => `${row.map(cell).join(",")}\n`).join("");
}
