/** The engine of the command line; what it answers is typed by the names of the analyses. */

import { pathToFileURL } from "node:url";
import { createEngine, type ResultByName, type Snapshot as SnapshotOf } from "@tagview/engine";
import { nodePlatform, type Preparation } from "@tagview/engine/node";
import { assetPath } from "./assets";
import { withPeeking } from "./pipes";

export type * from "@tagview/engine";
export {
  asTagviewError,
  COMPARED_FORMATS,
  changedLabels,
  DEFAULT_TICK,
  describe,
  durationText,
  EXPORT_TARGETS,
  historyRows,
  incidents,
  isEmptyStep,
  isRepository,
  isWholeTicks,
  labelChange,
  lagBehind,
  lagSentences,
  medianPace,
  movements,
  nameOf,
  OFFSET_ENCODINGS,
  orderSentence,
  paceOf,
  paceText,
  paretoFront,
  parseDuration,
  parseRange,
  parseRealTime,
  parseTick,
  parseTime,
  partitionMapData,
  readSeries,
  replacesItsBeginning,
  secondsOf,
  secondsText,
  snapshotAt,
  stepAt,
  TagviewError,
  textKey,
  toRfc3339,
  toSeconds,
  verdict,
  verdictText,
  worstFirst,
} from "@tagview/engine";
export { toJson } from "@tagview/engine/json";
export type { Preparation } from "@tagview/engine/node";

/** The results of the analyses that were asked for, by their names. */
export type Results = Partial<ResultByName>;

/** What is known of a recording; commands ask each analysis by its name. */
export type Snapshot = SnapshotOf<Results>;

/** The build puts the wasm files and the worker's script beside the program. */
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

export const engine = createEngine({ ...platform, open: openSource });

/** Begins what takes long. */
export const prepare = (preparation: Preparation): void => platform.prepare(preparation);
