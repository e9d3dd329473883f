/** One colour and dash per series, by its rank. */

/**
 * Colours that stay apart for the colour-blind, after Okabe and Ito, "Color Universal Design"
 * (2008): the yellow is left out (too pale on white), black makes room for a grey.
 */
const COLOURS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#8c6d31", "#6b7280"];

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

/** The rank of each series, counted from 0: of those in `order` their place in it, of all others behind it, ascending. */
export function ranks(order: Iterable<bigint>, others: Iterable<bigint> = []): Map<bigint, number> {
  const ascending = [...others].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  return new Map([...new Set([...order, ...ascending])].map((number, rank) => [number, rank]));
}
