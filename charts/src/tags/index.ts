/** The charts of recordings of time tags. */

export { channelName } from "./channel-name";
export { type CoincidenceOptions, coincidenceChart, coincidenceFrame } from "./coincidence";
export {
  type CoincidenceData,
  type CoincidencePatternData,
  type CorrelationData,
  DEFAULT_TICK,
  type FitData,
  type GapsData,
  type KeyFigure,
  type LifetimeData,
  type Overlay,
  type PairsData,
  type PeakData,
  type RateData,
  type StabilityChannelData,
  type StabilityData,
  type TagChartOptions,
} from "./data";
export { dipFigure, dipText } from "./dips";
export { fitFigures, fitText, modelName } from "./fit-words";
export { g2Chart } from "./g2";
export { edgeOf, firstDelay, type G2Options, g2Frame } from "./g2-layout";
export { type GapsOptions, gapEdges, gapsChart, gapsFrame, gapsRowAt } from "./gaps";
export { type HeraldedData, heraldedChart } from "./heralded";
export { type ImageData, type ImageOptions, imageChart, imageFrame, type PixelValues } from "./image";
export { type InterferenceData, interferenceChart } from "./interference";
export { type LifetimeOptions, lifetimeChart, lifetimeExtent, lifetimeFrame, lifetimeView } from "./lifetime";
export { type BareDelays, curveData, curveUnits, lifetimeBinText, lifetimeFigures } from "./lifetime-text";
export {
  type MatrixCell,
  type MatrixLayout,
  type MatrixOptions,
  matrixChart,
  matrixHeight,
  matrixLayout,
  pairSentence,
} from "./matrix";
export { patternSentence } from "./pattern";
export { lengthText, noPeakText, placeText, roundToError, timeText } from "./peak";
export { type PhasorOptions, phasorChart } from "./phasor";
export { type PhasorData, phasorPixels } from "./phasor-pixels";
export { areasValue } from "./pulses";
export { type RateLayout, rateChart, rateFrame, rateLayout } from "./rate";
export type { RateOptions } from "./rates";
export { sigmas } from "./significance";
export { stabilityChart } from "./stability";
