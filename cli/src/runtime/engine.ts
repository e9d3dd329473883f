/** The engine of the command line, with results typed by the names of the analyses. */

import { pathToFileURL } from "node:url";
import { type ColumnarResult, createEngine, type Snapshot as SnapshotOf } from "@tagview/engine";
import {
  filesOfStore,
  isEndless,
  nodePlatform,
  openFailed,
  type Preparation as PreparationOf,
} from "@tagview/engine/node";
import { assetPath } from "./assets";
import { keepingThread } from "./interruption";
import { withPeeking } from "./pipes";

export type * from "@tagview/engine";
export {
  asTagviewError,
  ChangedLabels,
  COMPARED_FORMATS,
  chunkSizes,
  DAMAGED_RATES,
  DEFAULT_TICK,
  DISPLACED,
  delayIn,
  delaysIn,
  delaysNear,
  describe,
  durationText,
  EXPORT_TARGETS,
  FetchedColumn,
  FIT_MODELS,
  headerImage,
  headerPeriod,
  historyRows,
  incidents,
  isDamaged,
  isEmptyStep,
  isRepository,
  isWholeTicks,
  LONG,
  labelChange,
  lagBehind,
  markerName,
  medianPace,
  movements,
  nameOf,
  needsTail,
  OFFSET_ENCODINGS,
  orderSentence,
  paceIn,
  paceOf,
  paceText,
  paretoFront,
  parseDuration,
  parseRange,
  parseRealTime,
  parseTick,
  parseTime,
  partitionMapData,
  progressSentences,
  REFERENCE_KINDS,
  rangeAfterPulse,
  readSeries,
  recordingVerdict,
  replacesItsBeginning,
  SEARCHED,
  SYNC_CHANNEL,
  secondsOf,
  secondsText,
  snapshotAt,
  stepAt,
  stepTo,
  TAIL_BYTES,
  TagviewError,
  tailLength,
  tailPrefix,
  textKey,
  timesInMessage,
  toRfc3339,
  toSeconds,
  verdict,
  verdictText,
  wholeColumns,
  withHeaderPeriod,
  worstFirst,
} from "@tagview/engine";
export { escaped, toJson } from "@tagview/engine/json";
export { filesOfStore, isEndless, openFailed };

export interface Preparation extends PreparationOf {
  /** Whether the program's own thread may take part in counting. */
  here: boolean;
}

/** The results of the requested analyses, by name. */
export type Results = Partial<ColumnarResult>;

/** The results for a recording; commands access each analysis by its name. */
export type Snapshot = SnapshotOf<Results>;

/** The build puts the wasm files and the worker's script next to the program. */
const platform = nodePlatform({
  wasmFiles: {
    main: assetPath("tagview_main_bg.wasm"),
    more: assetPath("tagview_more_bg.wasm"),
    compare: assetPath("tagview_compare_bg.wasm"),
  },
  workerFile: pathToFileURL(assetPath("worker.js")),
});

/** Opens a source, and looks at the first bytes of a pipe. */
export const { open: openSource, peek } = withPeeking(platform.open);

const create = (ownThreadWorks: boolean) =>
  createEngine({ ...platform, ownThreadWorks, open: openSource, keepingThread });

export let engine = create(true);
/** Whether the program's own thread takes part in counting, and small files are left to it alone. */
export let worksHere = true;

/** Starts slow preparations. */
export function prepare({ here, ...preparation }: Preparation): void {
  platform.prepare(preparation);
  if (here) return;
  worksHere = false;
  engine = create(false);
}
