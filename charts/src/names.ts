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

/** The same of several names that have to be told apart: where they are long, what all begin or end with is left out first. */
export function shortenApart(names: readonly string[], most: number): string[] {
  const all = names.map((name) => [...name]);
  const least = Math.min(...all.map((letters) => letters.length));
  let head = 0;
  while (head < least && all.every((letters) => letters[head] === all[0]?.[head])) head += 1;
  let tail = 0;
  while (tail < least - head && all.every((letters) => letters.at(-1 - tail) === all[0]?.at(-1 - tail)))
    tail += 1;
  return all.map((letters, k) => {
    const name = names[k] ?? "";
    if (letters.length <= most || head + tail === 0) return shorten(name, most);
    // As much of the end as there is room for, if that tells it from the others.
    const from = letters.length - (most - 1);
    if (from <= head) return `…${letters.slice(from).join("")}`;
    const [before, after] = [head > 0 ? "…" : "", tail > 0 ? "…" : ""];
    const own = letters.slice(head, letters.length - tail);
    const room = Math.max(1, most - before.length - after.length);
    // Of a few letters, an ellipsis would be most.
    const short = room < 5 ? own.slice(-room).join("") : shorten(own.join(""), room);
    return `${before}${short}${after}`;
  });
}

/** A channel's number or name, "9223…0004" where it is long. */
export function shortName(name: string): string {
  return shorten(name, MOST);
}

/** A channel's number so. */
export function shortNumber(channel: bigint): string {
  return shortName(String(channel));
}

const NARROW = /[fijlrt.,:;'|!()[\]\- ]/u;
const WIDE = /[mwMW…@%]/u;

/** Pixels that a text takes in the charts' type, about; rather more than less. */
export function widthOf(text: string): number {
  const letter = (one: string): number => (NARROW.test(one) ? 4.4 : WIDE.test(one) ? 11 : 7.1);
  return [...text].reduce((sum, one) => sum + letter(one), 0);
}

/** Pixels that a name takes at most, bold, in charts; an ellipsis is wider than other letters. */
export function nameWidth(name: string): number {
  return 7.7 * Math.min(name.length, MOST) + (name.length >= MOST ? 4 : 0);
}

/** Pixels right of a frame that these names need where lines end. */
export function endMargin(series: readonly { name: string }[]): number {
  return Math.max(44, 8 + Math.ceil(Math.max(0, ...series.map(({ name }) => nameWidth(name)))));
}
