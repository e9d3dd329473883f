/** The engine of the command line; what it answers is typed by the names of the analyses. */

import { createEngine, type ResultByName, type Snapshot as SnapshotOf } from "@tagview/engine";
import { openSource, platform } from "./pipes";

export type * from "@tagview/engine";
export {
  asTagviewError,
  DEFAULT_TICK,
  describe,
  nameOf,
  OFFSET_ENCODINGS,
  parseRange,
  parseTick,
  parseTime,
  TagviewError,
  toSeconds,
} from "@tagview/engine";
export { toJson } from "@tagview/engine/json";
export { openSource, peek } from "./pipes";

/** The results of the analyses that were asked for, by their names. */
export type Results = Partial<ResultByName>;

/** What is known of a recording; commands ask each analysis by its name. */
export type Snapshot = SnapshotOf<Results>;

export const engine = createEngine({ ...platform, open: openSource });

/** Begins to compile the wasm module and, where `thread`, to start a first worker. */
export const prepare = (thread: boolean): void => platform.prepare(thread);
