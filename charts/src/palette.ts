/** One colour and dash per series, by its rank. */

/**
 * Colours that stay apart for the colour-blind, after Okabe and Ito, "Color Universal Design"
 * (2008): the yellow is left out (too pale on white), black makes room for a grey.
 */
const COLOURS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#8c6d31", "#6b7280"];

/** What people call these colours. */
export const COLOUR_NAMES = ["blue", "vermilion", "green", "pink", "orange", "sky", "brown", "grey"] as const;

export type ColourName = (typeof COLOUR_NAMES)[number];

/** Series beyond the last colour take the colours again from the first on, with the next of these dashes. */
const DASHES = ["", "6 3", "2 2", "8 3 2 3"];

/** How a series is drawn: `slot` names the CSS class `tv-c<slot>`; colour and dash are those on a light background. */
export interface SeriesStyle {
  slot: number;
  colour: string;
  dash: string;
}

/** The style of the series with this rank, counted from 0. */
export function seriesStyle(rank: number): SeriesStyle {
  const slot = rank % COLOURS.length;
  const round = Math.floor(rank / COLOURS.length) % DASHES.length;
  return { slot, colour: COLOURS[slot] ?? "#000", dash: DASHES[round] ?? "" };
}

/**
 * The series in such an order that their ranks give them their `chosen` colours; the others keep theirs where they can.
 * Of several with one colour all but the first have it with a dash. A place that is left free holds a number below 0,
 * which no series has.
 */
export function inColours(
  order: Iterable<bigint>,
  chosen: ReadonlyMap<bigint, ColourName> | undefined,
): bigint[] {
  if (chosen === undefined || chosen.size === 0) return [...order];
  const places = new Map<number, bigint>();
  const put = (series: bigint, from: number, step: number): void => {
    let place = from;
    while (places.has(place)) place += step;
    places.set(place, series);
  };
  const all = [...order];
  for (const series of all) {
    const colour = chosen.get(series);
    if (colour !== undefined) put(series, COLOUR_NAMES.indexOf(colour), COLOURS.length);
  }
  const displaced: bigint[] = [];
  for (const [rank, series] of all.entries()) {
    if (chosen.has(series)) continue;
    if (places.has(rank)) displaced.push(series);
    else places.set(rank, series);
  }
  for (const series of displaced) put(series, 0, 1);
  const length = Math.max(-1, ...places.keys()) + 1;
  return Array.from({ length }, (_, place) => places.get(place) ?? BigInt(-1 - place));
}

/** The rank of each series, counted from 0: of those in `order` their place in it, of all others behind it, ascending. */
export function ranks(order: Iterable<bigint>, others: Iterable<bigint> = []): Map<bigint, number> {
  const ascending = [...others].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  return new Map([...new Set([...order, ...ascending])].map((number, rank) => [number, rank]));
}
