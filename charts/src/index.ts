/** Charts as pure functions from data to an SVG node, for the page and for the command line alike. */
export { type ChartOptions, DEFAULT_TICK, type GapsData, type OffsetsData, type RateData, type TagChartOptions } from "./data";
export { count, percent, prefixOf, si } from "./format";
export type { Frame } from "./frame";
export { gapEdges, gapsChart, gapsFrame, type GapsOptions } from "./gaps";
export { offsetsChart, offsetsFrame } from "./offsets";
export { ranks, seriesStyle, type SeriesStyle } from "./palette";
export { rateChart, rateFrame, type RateOptions } from "./rate";
