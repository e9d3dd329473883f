/** Charts as pure functions from data to an SVG element, for the page and the command line. */

export { clockText } from "./clock-time";
export * from "./compare";
export type { Frame } from "./frame";
export * from "./icechunk";
export * from "./index-header";
export { shorten, shortenApart, shortNumber } from "./names";
export { count, percent, prefixOf, pure, si, withError } from "./numbers";
export * from "./offsets";
export type { ChartOptions } from "./options";
export { COLOUR_NAMES, type ColourName, inColours, ranks, type SeriesStyle, seriesStyle } from "./palette";
export * from "./tags";
