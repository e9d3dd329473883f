/** Charts as pure functions from data to an SVG node, for the page and for the command line alike. */
export {
  type CoincidenceOptions,
  coincidenceChart,
  coincidenceFrame,
} from "./coincidence";
export { coincidenceCsv, g2Csv, gapsCsv, pairsCsv, rateCsv } from "./csv";
export {
  type ChartOptions,
  type CoincidenceData,
  type CoincidencePatternData,
  type CorrelationData,
  DEFAULT_TICK,
  type GapsData,
  type LagData,
  type OffsetsData,
  type Overlay,
  type PairsData,
  type PeakData,
  type RateData,
  type TagChartOptions,
} from "./data";
export { count, percent, prefixOf, si } from "./format";
export type { Frame } from "./frame";
export { g2Chart } from "./g2";
export { type G2Options, g2Frame } from "./g2-layout";
export { type GapsOptions, gapEdges, gapsChart, gapsFrame } from "./gaps";
export { lagChart, lagFrame } from "./lag";
export {
  type MatrixCell,
  type MatrixLayout,
  type MatrixOptions,
  matrixChart,
  matrixLayout,
  pairSentence,
} from "./matrix";
export { offsetsChart, offsetsFrame } from "./offsets";
export { ranks, type SeriesStyle, seriesStyle } from "./palette";
export { patternSentence } from "./pattern";
export { type RateOptions, rateChart, rateFrame } from "./rate";
