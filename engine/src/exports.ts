/** What both entries export besides their functions. */

export type { Engine, ScanOptions, StreamOptions } from "./engine";
export { asTagviewError, type EngineCode, type ErrorObject, TagviewError } from "./errors";
export type { Merged, MergeOptions } from "./merge";
export {
  type HeaderRemark,
  OFFSET_ENCODINGS,
  type OffsetEncoding,
  type OffsetsAnswer,
  type OffsetsColumns,
  type OffsetsDiff,
  type OffsetsFinding,
  type OffsetsHeader,
  type OffsetsOptions,
  type OffsetsReading,
  type OffsetsSize,
  type OffsetsTimes,
  type PartitionKey,
  type PartitionOffset,
} from "./offsets";
export type { AnalysisRequest, ScanRequest, Selection } from "./request";
export type {
  Coincidence,
  CoincidencePattern,
  Correlation,
  Delay,
  Finding,
  Gaps,
  Heralded,
  PairOfChannels,
  Pairs,
  PairsEntry,
  Rate,
  Snapshot,
  Summary,
  SummaryChannel,
} from "./results";
export type { Session, SessionOptions } from "./session";
export type { Contents, Sliced } from "./slice";
export { describe, nameOf, type SourceDescription, type SourceInput } from "./source";
export type { PackOptions } from "./text";
export { DEFAULT_TICK, parseRange, parseTick, parseTime, type Tick, toSeconds } from "./units";
