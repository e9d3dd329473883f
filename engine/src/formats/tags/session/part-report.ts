/** What a worker is asked of a part of a recording, and what it says of it. */

import type { ErrorObject } from "../../../errors.ts";
import type { ReadAs } from "../../../source/description.ts";
import type { CompiledModule } from "../../../worker/modules.ts";
import type { JobType } from "../../../worker/protocol.ts";
import type { RecordingKind } from "../kind.ts";
import type { ScanRequest } from "../request.ts";

/** The request for a part; the wasm module's `PartReader` takes it. */
export interface PartRequest extends ScanRequest {
  /** Offset of the part's first frame in the file. */
  at?: bigint;
  /** The file goes on behind the part. */
  followed?: boolean;
  /** Time of the file's first tag; absent where this part has it. */
  origin?: bigint;
  /** Time of the first selected tag; absent where this part may have it. */
  start?: bigint;
  /** Bytes of tags to hold for queries; absent: none. */
  holdBytes?: bigint;
  /** Analyses whose results are told apart from the others'. */
  background?: ScanRequest;
  /** Tags are passed on and analysed elsewhere. */
  fanOut?: boolean;
  /** In a query: so many of the held tags were asked before. */
  after?: bigint;
}

/** What is known of a part. */
export interface PartDescription {
  /** Time of the file's first tag; null without tags. */
  origin: bigint | null;
  /** Time of the first selected tag; null where none is. */
  start: bigint | null;
  /** Least and greatest time of its tags. */
  min: bigint | null;
  max: bigint | null;
  /** It ends with a whole frame and a whole message: what follows can be read on its own. */
  sound: boolean;
  /** Tags it has, selected or not. */
  tags: number;
  /** Tags that are held so far, all there were, and the bytes they take; null: none. */
  held_tags: number | null;
  held_bytes: number | null;
}

/** The end of a part's reading. */
export interface PartResult {
  /** Its partial results, for `PartJoiner.join`. */
  saved: Uint8Array;
  part: PartDescription;
  /** What the background analyses found; null without them. */
  background: Uint8Array | null;
  /** Reading itself broke off here. */
  broken: ErrorObject | null;
  /** Of a recording of another maker's format: what the file says besides its tags. */
  about: About | null;
}

/** What a file of another maker's format says besides its tags. */
export type About = Pick<RecordingKind, "tick" | "facts">;

/** How a recording of another maker's format is read: by a second module, in the same worker. */
export interface Importing {
  readAs: ReadAs;
  compiled: CompiledModule<"more">;
  /** What a part that is not the first begins with. */
  state?: Uint8Array;
}

/** Reads a part of a file, analyses it, and may hold its tags. */
export interface ReadJob extends JobType {
  module: "main";
  args: {
    request: PartRequest;
    /** Milliseconds between reports of progress. */
    interval: number;
    /** Whether these bring partial results. */
    snapshots: boolean;
    /** Absent for a recording of tagview's own format. */
    importing?: Importing;
    /** Tags that are passed on at once; those of a block that is held unless said. */
    blockTags?: number;
  };
  report: /** Again when the first selected tag's time, `start`, is known too. */
    | { type: "origin"; origin: bigint; start: bigint | null }
    /** `saved` where it was asked for. */
    | { type: "progress"; bytes: number; saved: Uint8Array | null; part: PartDescription }
    /** Tags of a block. */
    | { type: "tags"; tags: Uint8Array };
  /** A block of tags that was reported is analysed; its buffer can be used again, unless it was lost. */
  input: { buffer: Uint8Array | null };
  result: PartResult;
}

/** Tags of a block that is held: 4 MB. Each is asked on its own, so that more of them make queries slower. */
export const HELD_BLOCK_TAGS = 1 << 20;
/** Tags of a block that is analysed and dropped: 1 MB, so that those that wait take little memory. */
export const DROPPED_BLOCK_TAGS = 1 << 18;

/** Blocks of tags that were passed on and may wait to be analysed. */
export const MOST_WAITING = 8;

/** Analyses tags that another part has passed on, and may hold them. */
export interface BlockJob extends JobType {
  module: "main";
  args: { tags: Uint8Array; request: PartRequest };
  report: never;
  input: never;
  result: PartResult;
}

/** Asks the tags that a job has left. */
export interface QueryJob extends JobType {
  module: "main";
  args: { part: number; request: PartRequest };
  report: never;
  input: never;
  /** Partial results of the first `tags` tags of the part, without those that were asked before. */
  result: { saved: Uint8Array; tags: number };
}
