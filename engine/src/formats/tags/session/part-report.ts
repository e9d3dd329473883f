/** Requests to workers that read a part of a recording, and their reports. */

import type { ErrorObject } from "../../../errors.ts";
import type { ReadAs } from "../../../source/description.ts";
import type { CompiledModule } from "../../../worker/modules.ts";
import type { JobType } from "../../../worker/protocol.ts";
import type { RecordingKind } from "../kind.ts";
import type { ScanRequest } from "../request.ts";
import type { Snapshot } from "../snapshot.ts";

/** The request for a part; the wasm module's `PartReader` takes it. */
export interface PartRequest extends ScanRequest {
  /** Offset of the part's first frame in the file. */
  at?: bigint;
  /** The file continues after the part. */
  followed?: boolean;
  /** Time of the file's first tag; absent if this part has it. */
  origin?: bigint;
  /** Time of the first selected tag; absent if this part may have it. */
  start?: bigint;
  /** Bytes for tags to hold for queries; none if absent. */
  holdBytes?: bigint;
  /** Analyses whose results are reported separately. */
  background?: ScanRequest;
  /** Whether tags are sent to be analysed elsewhere. */
  fanOut?: boolean;
  /** In a query: number of held tags already covered by an earlier query. */
  after?: bigint;
}

/** State of a part. */
export interface PartDescription {
  /** Time of the file's first tag; null without tags. */
  origin: bigint | null;
  /** Time of the first selected tag; null without one. */
  start: bigint | null;
  /** Earliest and latest time of its tags. */
  min: bigint | null;
  max: bigint | null;
  /** It ends with a whole frame and a whole message: the next part can be read separately. */
  sound: boolean;
  /** Number of its tags, selected or not. */
  tags: number;
  /** Number of held tags, whether all are held, and their bytes; null for none. */
  held_tags: number | null;
  held_bytes: number | null;
}

/** End of a part's reading. */
export interface PartResult {
  /** Its partial results, for `PartJoiner.join`. */
  saved: Uint8Array;
  part: PartDescription;
  /** Results of background analyses; null without them. */
  background: Uint8Array | null;
  /** The error that interrupted reading here. */
  broken: ErrorObject | null;
  /** For another tagger's format: facts of the file besides its tags. */
  about: About | null;
}

/** Facts of another tagger's file besides its tags. */
export type About = Pick<RecordingKind, "tick" | "facts">;

/** The reader for the format of another tagger: a second module, in the same worker. */
export interface Importing {
  readAs: ReadAs;
  compiled: CompiledModule<"more">;
  /** State at the beginning of a part that is not the first. */
  state?: Uint8Array;
}

/** Reads a part of a file, analyses it, and may hold its tags. */
export interface ReadJob extends JobType {
  module: "main";
  args: {
    request: PartRequest;
    /** Milliseconds between progress reports. */
    interval: number;
    /** Whether these include partial results. */
    snapshots: boolean;
    /** Absent for tagview's own format. */
    importing?: Importing;
    /** Number of tags to send at once; those of a held block by default. */
    blockTags?: number;
  };
  report: /** Sent a second time when `start`, the time of the first selected tag, is known. */
    | { type: "origin"; origin: bigint; start: bigint | null }
    /** `saved` if requested. */
    | { type: "progress"; bytes: number; saved: Uint8Array | null; part: PartDescription }
    /** Tags of a block. */
    | { type: "tags"; tags: Uint8Array };
  /** The buffer of a sent block, after its tags were analysed elsewhere; null if the buffer was lost. */
  input: { buffer: Uint8Array | null };
  result: PartResult;
}

/** Tags of a held block: 4 MB. Each is queried separately, so more blocks make queries slower. */
export const HELD_BLOCK_TAGS = 1 << 20;
/** Tags of a block that is only analysed: 1 MB, so that waiting blocks take little memory. */
export const DROPPED_BLOCK_TAGS = 1 << 18;

/** Maximum number of sent blocks that wait to be analysed. */
export const MOST_WAITING = 8;

/** Analyses tags sent by another part, and may hold them. */
export interface BlockJob extends JobType {
  module: "main";
  args: { tags: Uint8Array; request: PartRequest };
  report: never;
  input: never;
  result: PartResult;
}

/** Computes the final results of joined parts: searches for periods, and fits, may take seconds. */
export interface ReportJob extends JobType {
  module: "main";
  args: {
    request: ScanRequest;
    /** The joined partial results. */
    saved: Uint8Array;
    /** Another request, whose results follow from these; null for the request itself. */
    derived: ScanRequest | null;
    /** Columns are empty if they have more than this number of numbers in total; null for no limit. */
    mostNumbers: number | null;
  };
  report: never;
  input: never;
  result: Snapshot;
}

/** Queries the tags held by a job. */
export interface QueryJob extends JobType {
  module: "main";
  args: { part: number; request: PartRequest };
  /** Number of tags of the part that are analysed, while the query takes long. */
  report: number;
  input: never;
  /** Partial results of the first `tags` tags of the part, without those already covered. */
  result: { saved: Uint8Array; tags: number };
}
