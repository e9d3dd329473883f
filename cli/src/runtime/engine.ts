/** The engine of the command line; what it answers is typed by the names of the analyses. */

import { pathToFileURL } from "node:url";
import { createEngine, type ResultByName, type Snapshot as SnapshotOf } from "@tagview/engine";
import { nodePlatform } from "@tagview/engine/node";
import { assetPath } from "./assets";
import { withPeeking } from "./pipes";

export type * from "@tagview/engine";
export {
  asTagviewError,
  changedLabels,
  DEFAULT_TICK,
  describe,
  isWholeTicks,
  labelChange,
  nameOf,
  OFFSET_ENCODINGS,
  parseRange,
  parseRealTime,
  parseTick,
  parseTime,
  TagviewError,
  textKey,
  toSeconds,
} from "@tagview/engine";
export { toJson } from "@tagview/engine/json";

/** The results of the analyses that were asked for, by their names. */
export type Results = Partial<ResultByName>;

/** What is known of a recording; commands ask each analysis by its name. */
export type Snapshot = SnapshotOf<Results>;

/** The build puts the wasm file and the worker's script beside the program. */
const platform = nodePlatform({
  wasmFile: assetPath("tagview_wasm_bg.wasm"),
  workerFile: pathToFileURL(assetPath("worker.js")),
});

/** Opens a source, and looks at the first bytes of a pipe. */
export const { open: openSource, peek } = withPeeking(platform.open);

export const engine = createEngine({ ...platform, open: openSource });

/** Begins to compile the wasm module and, where `thread`, to start a first worker. */
export const prepare = (thread: boolean): void => platform.prepare(thread);
