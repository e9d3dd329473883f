/** Text in parts: what a worker is asked to format or to parse, and its answers. */

import type { Selection } from "./request";
import type { Snapshot } from "./results";
import type { SourceDescription } from "./source";

/** How a recording is written, and what of it. */
export interface PackOptions {
  /** zstd level, -7 to 19; 3 where absent. */
  level?: number;
  /** Tags per frame; 2^20 where absent. */
  frameTags?: number;
  selection?: Selection;
}

/** The request for a part's text; the wasm module's `Cat` takes it. */
export interface CatRequest {
  selection?: Selection | undefined;
  /** Offset of the part's first frame in the file. */
  at?: bigint;
  /** Time of the file's first tag; absent where this part has it or it does not matter. */
  origin?: bigint;
}

/** What a worker is asked for. */
export type TextTask =
  /** The text of a part. `last`: the file ends with it. */
  | { type: "cat"; source: SourceDescription; last: boolean; request: CatRequest }
  /** The frames of a run of lines, which is then told in pieces; `lines` of `bytes` come before it. */
  | { type: "run"; packing: Omit<PackOptions, "selection">; lines: number; bytes: number };

/** What was read of a part, and what was wrong with it. */
export type CatResult = Omit<Snapshot, "total" | "analyses" | "kept">;

export interface RunResult {
  /** What is known of the frames, for `PackJoin.join`. */
  saved: Uint8Array;
}
