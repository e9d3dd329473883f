/** Names shortened to the available space. */

/** Maximum letters of a channel's name: the largest numbers have twenty. */
const MOST = 9;

/** Shortens a name to `most` letters. It removes the middle, because names differ at both ends. */
export function shorten(name: string, most: number): string {
  const letters = [...name];
  if (letters.length <= most) return name;
  const tail = Math.floor((most - 1) / 2);
  return `${letters.slice(0, most - 1 - tail).join("")}…${tail > 0 ? letters.slice(-tail).join("") : ""}`;
}

/** Shortens several names and keeps them distinct: a common beginning or end is removed first. */
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
    // As much of the end as fits, if that makes the name unique.
    const from = letters.length - (most - 1);
    if (from <= head) return `…${letters.slice(from).join("")}`;
    const [before, after] = [head > 0 ? "…" : "", tail > 0 ? "…" : ""];
    const own = letters.slice(head, letters.length - tail);
    const room = Math.max(1, most - before.length - after.length);
    // With few letters, an ellipsis would be most of the name.
    const short = room < 5 ? own.slice(-room).join("") : shorten(own.join(""), room);
    return `${before}${short}${after}`;
  });
}

/** A channel's number or name; long ones are shortened, "9223…0004". */
export function shortName(name: string): string {
  return shorten(name, MOST);
}

/** A shortened channel number. */
export function shortNumber(channel: bigint): string {
  return shortName(String(channel));
}

const NARROW = /[fijlrt.,:;'|!()[\]\- ]/u;
const WIDE = /[mwMW…@%]/u;

/** Approximate width in pixels of text in the charts' font; an upper estimate. */
export function widthOf(text: string): number {
  const letter = (one: string): number => (NARROW.test(one) ? 4.4 : WIDE.test(one) ? 11 : 7.1);
  return [...text].reduce((sum, one) => sum + letter(one), 0);
}

/** Maximum pixels of a name, bold, in charts; an ellipsis is wider than other letters. */
export function nameWidth(name: string): number {
  return 7.7 * Math.min(name.length, MOST) + (name.length >= MOST ? 4 : 0);
}

/** Maximum number of letters of a shortened name in a width. */
export function lettersIn(width: number): number {
  return Math.floor((width - 4) / 7.7);
}

/** Pixels right of a frame that these names need at the ends of lines. */
export function endMargin(series: readonly { name: string }[]): number {
  return Math.max(44, 8 + Math.ceil(Math.max(0, ...series.map(({ name }) => nameWidth(name)))));
}
