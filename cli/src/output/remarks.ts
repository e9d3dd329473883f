/** Remarks as people read them. */

/** A line for each. */
export function noteLines(all: readonly { message: string }[]): string {
  return all.map(({ message }) => `note: ${message}\n`).join("");
}
