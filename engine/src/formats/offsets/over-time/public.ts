/** Exports of headers over time. */

export { durationText, parseDuration } from "./duration.ts";
export { type GivenHeader, type GivenHeaders, headersIn, toLines } from "./given.ts";
export { lagBehind, type SeriesLag } from "./lag.ts";
export { type PartitionMapData, partitionMapData } from "./map-data.ts";
export {
  isEmptyStep,
  medianPace,
  movements,
  type NoSeconds,
  type PartitionMovement,
  type PartitionState,
  paceIn,
  paceOf,
  STATES,
  type Step,
  secondsOf,
  stepAt,
  stepTo,
  worstFirst,
} from "./movement.ts";
export type { SeriesRemark } from "./remark.ts";
export { type OffsetsSeries, readSeries, type SeriesHeader, type SeriesOptions } from "./series.ts";
export { toRfc3339 } from "./timestamp.ts";
export { paceText, secondsText, type VerdictLine, verdict, verdictText, whenText } from "./verdict.ts";
