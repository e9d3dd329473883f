/** The state of a recording at one moment, with results typed by the request. */

import type { RecordingKind } from "./kind.ts";
import type { AnalysisRequest, ScanRequest } from "./request.ts";
import type { Finding, ResultByName, Summary } from "./results.ts";

type IdOf<A> = A extends { id: infer Id extends string }
  ? Id
  : A extends { name: infer Name extends string }
    ? Name
    : never;

/** Results of a request that is unknown before run time. */
export type AnyResults = Record<string, unknown>;

type ResultsById<A extends AnalysisRequest> = { [One in A as IdOf<One>]: ResultByName[One["name"]] };

/**
 * Results by the id given in the request, or the name. For a request with `slices`, a list of these for each slice. For
 * a request known only at run time, any. A snapshot has all of them, also for a recording without tags.
 */
export type ResultsOf<R extends ScanRequest> = AnalysisRequest extends R["analyses"][number]
  ? AnyResults
  : R extends { slices: readonly unknown[] }
    ? { slices: ResultsById<R["analyses"][number]>[] }
    : ResultsById<R["analyses"][number]>;

/** The state of a scan at one moment; the last one has `done`. */
export interface Snapshot<Results = AnyResults> {
  /** Bytes of the file consumed. */
  bytes: number;
  /** Size of the file, if known. */
  total: number | null;
  /** zstd frames that hold data. */
  frames: number;
  /** Cap'n Proto messages. */
  messages: number;
  /** Tags read, before any selection; in the result of a query, the tags it covers, from the first. */
  tags: number;
  /** Those in frames whose checksum does not match. */
  doubtful_tags: number;
  /** Bytes of other programs' skippable frames, whose content is unknown. */
  passed_over: number;
  /** Whether an index ends the file, which reveals missing frames; false if this was not checked. */
  indexed: boolean;
  /** Why the index at the end of a sound file does not describe all of it: several concatenated recordings. */
  joined: Finding | null;
  /**
   * Times of the parts of a damaged recording that could not be read: from the last tag before a part, null if the recording
   * begins with it, to the first tag after it, null if no tag follows. Empty for recordings of other taggers.
   */
  lost_times?: { from: bigint | null; to: bigint | null }[];
  done: boolean;
  /** False while running, and permanently after any damage or missing data. */
  complete: boolean;
  /** The first error. */
  error: Finding | null;
  /** All errors, up to a limit. */
  findings: Finding[];
  /**
   * Contents of the file according to its index, while it is read: not verified yet. Null without an index.
   */
  overview?: { frames: number; summary: Summary } | null;
  /** For another tagger's recording, once read: the length of a tick and facts besides its tags. */
  about?: Pick<RecordingKind, "tick" | "facts">;
  /** In a result of writing: times of a text file that were rounded to whole ticks. */
  rounded_times?: number;
  /** Counts of tags that the software clock kept or excluded; absent without one. */
  clock?: ClockCounts;
  /** Where the times of the selected tags go back first; null if they don't, absent without analyses. */
  order_break?: OrderBreak | null;
  /** Tags held for further queries, and their bytes; fewer tags than `tags` means not all. */
  held?: { tags: number; bytes: number };
  /** For a followed recording, once its whole frames are read; absent before. */
  follow?: Follow;
  analyses: Results;
}

/**
 * The first place where times go back by more than is put in order: the recording is damaged there, or another one
 * begins, as when files are joined or a device restarts.
 */
export interface OrderBreak {
  /** Number of the selected tags before it, without those where damage probably begins. */
  tags: number;
  /** Time of the last of these tags, in ticks. */
  until: bigint;
  /**
   * The same time in ticks after the file's first tag. A selected range that ends there leaves out the tags after the break
   * if they are later, as after damage. A recording that starts again has some of these times twice.
   */
  to: bigint;
  /** Time of the first tag after the break, in ticks; after damage, it is later than `until`. */
  next: bigint;
}

/** Counts of tags that a software clock kept or excluded. */
export interface ClockCounts {
  /** Ticks from one clock tag to the next. */
  period: number;
  clock_tags: number;
  /** Clock tags too soon after the one before, which are left out. */
  extra: number;
  /** Intervals too long, whose tags are left out. */
  gaps: number;
  /** Clock tags that the gaps lack. */
  missing: number;
  /** Ticks of the longest gap. */
  longest_gap: number;
  /** Other tags that are left out: before the first clock tag, in gaps, and after the last clock tag. */
  before: number;
  in_gaps: number;
  after: number;
}

/**
 * State of a followed recording: it grows; its index appeared; it was truncated or rewritten; another file has its
 * name.
 */
export interface Follow {
  state: "following" | "finished" | "truncated" | "replaced";
  /** Bytes at its end after the last whole frame. */
  pending: number;
}

/** Totals of a file. */
export type Totals = Pick<Snapshot, "bytes" | "frames" | "messages" | "tags">;
