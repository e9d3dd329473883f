/** How recordings are written, and what jobs write of them. */

import type { SourceDescription } from "../../../source/description.ts";
import type { JobType } from "../../../worker/protocol.ts";
import type { Definitions, Selection } from "../request.ts";
import type { Snapshot } from "../snapshot.ts";

/** How a recording is written, and what of it. */
export interface PackOptions extends Definitions {
  /** zstd level, -7 to 19; 3 where absent. */
  level?: number;
  /** Tags per frame; 2^20 where absent. */
  frameTags?: number;
  selection?: Selection;
  /** What the recording says of itself, lines of text by key: `tick` is the length of a tick with its unit. */
  about?: Readonly<Record<string, string>>;
}

/** How a recording is written, whatever of it. */
export type Packing = Omit<PackOptions, "selection" | keyof Definitions>;

/** What a recording holds that was written, or that has an index. */
export interface Contents {
  tags: number;
  /** zstd frames that hold data. */
  frames: number;
  /** Ascending. */
  channels: bigint[];
}

/** What was read of a part, and what was wrong with it. */
export type CatResult = Omit<Snapshot, "total" | "analyses" | "held">;

/** Writes a part as lines; each buffer's note is how many bytes of the part were read for it. */
export interface CatJob extends JobType {
  module: "more";
  args: {
    /** Whether the file ends with the part. */
    isLast: boolean;
    request: {
      selection?: Selection | undefined;
      /** Offset of the part's first frame in the file. */
      at?: bigint;
      /** The file goes on behind the part. */
      followed?: boolean;
      /** Time of the file's first tag; absent where this part has it or it does not matter. */
      origin?: bigint;
    };
  };
  report:
    | { type: "origin"; origin: bigint }
    /** The part does not end with a whole message, or is damaged: what follows belongs to it. */
    | { type: "unsound" };
  /** All that follows an unsound part. */
  input: SourceDescription;
  /** With what tells, beside those of the other parts, whether the file is whole. */
  result: CatResult & { ending: Uint8Array };
}

/** Makes frames of a stretch of lines or tags, which it is sent in buffers; `lines` of `bytes` come before it. */
export interface PackJob extends JobType {
  module: "more";
  args: { packing: Packing; of: "lines" | "tags"; lines: number; bytes: number };
  report: never;
  /** A buffer of text, or of tags as the wasm module's `TagRuns` put them out; it goes back once it is read. */
  input: { bytes: Uint8Array; isLast: boolean };
  /** What is known of the frames, for `PackJoiner.join`. */
  result: { saved: Uint8Array };
}
