/** Names that are longer than the room for them. */

/** Letters that a channel's name has room for: the greatest numbers have twenty. */
const MOST = 9;

/** Shortens a name to `most` letters. Its middle is left out, because names differ at their ends as often as at their beginnings. */
export function shorten(name: string, most: number): string {
  const letters = [...name];
  if (letters.length <= most) return name;
  const tail = Math.floor((most - 1) / 2);
  return `${letters.slice(0, most - 1 - tail).join("")}…${tail > 0 ? letters.slice(-tail).join("") : ""}`;
}

/** A channel's number or name, "9223…0004" where it is long. */
export function shortName(name: string): string {
  return shorten(name, MOST);
}

/** A channel's number so. */
export function shortNumber(channel: bigint): string {
  return shortName(String(channel));
}

/** Pixels that a name takes at most, bold, in charts; an ellipsis is wider than other letters. */
export function nameWidth(name: string): number {
  return 7.7 * Math.min(name.length, MOST) + (name.length >= MOST ? 4 : 0);
}

/** Pixels right of a frame that these names need where lines end. */
export function endMargin(series: readonly { name: string }[]): number {
  return Math.max(44, 8 + Math.ceil(Math.max(0, ...series.map(({ name }) => nameWidth(name)))));
}
