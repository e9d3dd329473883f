/** Exports of recordings. */

export type { Tags } from "./api.ts";
export type { Combined } from "./combine.ts";
export type { StreamOptions } from "./convert/control.ts";
export type { ExportControl } from "./convert/export.ts";
export {
  EXPORT_TARGETS,
  type Exported,
  type ExportOptions,
  type ExportTarget,
  type ParquetColumn,
  type ParquetTable,
  replacesItsBeginning,
} from "./convert/export-options.ts";
export type { Merged, MergeOptions } from "./convert/merge.ts";
export type { Contents, PackOptions } from "./convert/options.ts";
export type { Lost, Repaired, RepairOptions } from "./convert/repair.ts";
export type { SimulateOptions } from "./convert/simulate.ts";
export type { Sliced } from "./convert/slice.ts";
export {
  DISPLACED,
  delayIn,
  delaysIn,
  delaysNear,
  LONG,
  NEAR,
  PERIODS_NEAR,
  rangeAfterPulse,
  SEARCHED,
} from "./default-delays.ts";
export { FIT_MODELS, type FitModel } from "./fit-models.ts";
export { headerImage } from "./header-image.ts";
export { headerPeriod, SYNC_CHANNEL, syncChannel, withHeaderPeriod } from "./header-period.ts";
export type { HistogramFit, HistogramOptions } from "./histograms.ts";
export type { InterferenceScan, SettingOutcomes } from "./interference.ts";
export type { Facts, KindOptions, RecordingKind, TextOptions } from "./kind.ts";
export { markerChannel, markerName } from "./markers.ts";
export { timesInMessage } from "./messages.ts";
export type {
  AnalysisRequest,
  Clocked,
  ClockOptions,
  Definitions,
  Exact,
  ScanRequest,
  Selection,
  SoftwareClock,
} from "./request.ts";
export type * from "./results.ts";
export {
  type Column,
  type Columnar,
  type ColumnarResult,
  FetchedColumn,
  wholeColumns,
} from "./session/columns.ts";
export type { ScannedColumns } from "./session/fetched-columns.ts";
export type { ScanOptions } from "./session/open-session.ts";
export type { AskOptions, Session, SessionOptions } from "./session/session.ts";
export type { AnyResults, ClockCounts, Follow, OrderBreak, ResultsOf, Snapshot } from "./snapshot.ts";
export type { FrameIndex } from "./split/frame-index.ts";
export type { TagBlock, TagOptions } from "./tag-blocks.ts";
export {
  DAMAGED_RATES,
  isDamaged,
  type Judged,
  recordingVerdict,
  type Verdict,
  type VerdictWording,
} from "./verdict.ts";
