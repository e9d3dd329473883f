/** One colour and dash per series, by its rank. */

/**
 * Colours that the colour-blind can distinguish, after Okabe and Ito, "Color Universal Design" (2008), without yellow
 * (too pale on white) and with grey instead of black.
 */
const COLOURS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#8c6d31", "#6b7280"];

/** Names of these colours. */
export const COLOUR_NAMES = ["blue", "vermilion", "green", "pink", "orange", "sky", "brown", "grey"] as const;

export type ColourName = (typeof COLOUR_NAMES)[number];

/** Dashes: series beyond the last colour repeat the colours with the next dash. */
const DASHES = ["", "6 3", "2 2", "8 3 2 3"];

/**
 * The style of a series: `slot` is the number of the CSS class `tv-c<slot>`; colour and dash are those on a light
 * background.
 */
export interface SeriesStyle {
  slot: number;
  colour: string;
  dash: string;
}

/** The style of the series with this rank, starting at 0. */
export function seriesStyle(rank: number): SeriesStyle {
  const slot = rank % COLOURS.length;
  const round = Math.floor(rank / COLOURS.length) % DASHES.length;
  return { slot, colour: COLOURS[slot] ?? "#000", dash: DASHES[round] ?? "" };
}

/**
 * Orders series so that their ranks give them their `chosen` colours; the others keep theirs if possible. If several
 * have one colour, all except the first have a dash. An empty position holds a negative number, which no series has.
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

/** The rank of each series, starting at 0: its position in `order`; others follow, ascending. */
export function ranks(order: Iterable<bigint>, others: Iterable<bigint> = []): Map<bigint, number> {
  const ascending = [...others].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  return new Map([...new Set([...order, ...ascending])].map((number, rank) => [number, rank]));
}
