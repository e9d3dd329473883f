/** Charts as pure functions from data to an SVG node, for the page and for the command line alike. */
export {
  type ChartOptions,
  type CorrelationData,
  DEFAULT_TICK,
  type GapsData,
  type LagData,
  type OffsetsData,
  type RateData,
  type TagChartOptions,
} from "./data";
export { count, percent, prefixOf, si } from "./format";
export type { Frame } from "./frame";
export { type G2Options, g2Chart, g2Frame } from "./g2";
export { type GapsOptions, gapEdges, gapsChart, gapsFrame } from "./gaps";
export { lagChart, lagFrame } from "./lag";
export { offsetsChart, offsetsFrame } from "./offsets";
export { ranks, type SeriesStyle, seriesStyle } from "./palette";
export { type RateOptions, rateChart, rateFrame } from "./rate";
