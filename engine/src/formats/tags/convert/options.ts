/** Options of written recordings, and the jobs that write. */

import type { SourceDescription } from "../../../source/description.ts";
import type { JobType } from "../../../worker/protocol.ts";
import type { Definitions, Selection } from "../request.ts";
import type { Snapshot } from "../snapshot.ts";

/** Options of a written recording, and its selection. */
export interface PackOptions extends Definitions {
  /** zstd level, -7 to 19; 3 by default. */
  level?: number;
  /** Tags per frame; 2^20 by default. */
  frameTags?: number;
  selection?: Selection;
  /** Metadata of the recording, texts by key: `tick` is the length of a tick with its unit. */
  about?: Readonly<Record<string, string>>;
}

/** Options of a written recording, without a selection. */
export type Packing = Omit<PackOptions, "selection" | keyof Definitions>;

/** Contents of a written or indexed recording. */
export interface Contents {
  tags: number;
  /** zstd frames that hold data. */
  frames: number;
  /** Ascending. */
  channels: bigint[];
}

/** Totals and errors of a part. */
export type CatResult = Omit<Snapshot, "total" | "analyses" | "held">;

/** Writes a part as lines; each buffer's note is the number of bytes read for it. */
export interface CatJob extends JobType {
  module: "more";
  args: {
    /** Whether the file ends with the part. */
    isLast: boolean;
    request: {
      selection?: Selection | undefined;
      /** Offset of the part's first frame in the file. */
      at?: bigint;
      /** The file continues after the part. */
      followed?: boolean;
      /** Time of the file's first tag; absent if this part has it or it does not matter. */
      origin?: bigint;
    };
  };
  report:
    | { type: "origin"; origin: bigint }
    /** The part is damaged, or its last message continues after it: send the following bytes as input. */
    | { type: "unsound" };
  /** All bytes after an unsound part. */
  input: SourceDescription;
  /** Data to check, with those of other parts, that the file is complete. */
  result: CatResult & { ending: Uint8Array };
}

/** Makes frames from a run of lines or tags, sent in buffers. In the text, `lines` lines of `bytes` bytes precede the run. */
export interface PackJob extends JobType {
  module: "more";
  args: { packing: Packing; of: "lines" | "tags"; lines: number; bytes: number };
  report: never;
  /** A buffer of text, or of tags from the wasm module's `TagRuns`; returned after it is read. */
  input: { bytes: Uint8Array; isLast: boolean };
  /** Description of the frames, for `PackJoiner.join`. */
  result: { saved: Uint8Array };
}
