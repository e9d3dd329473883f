/** What is known of a recording at one moment, its results typed by what was asked. */

import type { RecordingKind } from "./kind.ts";
import type { AnalysisRequest, ScanRequest } from "./request.ts";
import type { Finding, ResultByName, Summary } from "./results.ts";

type IdOf<A> = A extends { id: infer Id extends string }
  ? Id
  : A extends { name: infer Name extends string }
    ? Name
    : never;

/** Results of a request that is not known before it runs. */
export type AnyResults = Record<string, unknown>;

type ResultsById<A extends AnalysisRequest> = { [One in A as IdOf<One>]: ResultByName[One["name"]] };

/**
 * Results by the id given in the request, or the name; of a request with `slices`, a list of these for each slice. Of a request
 * that is known only when it runs, anything. A snapshot has them all, also of a recording without tags.
 */
export type ResultsOf<R extends ScanRequest> = AnalysisRequest extends R["analyses"][number]
  ? AnyResults
  : R extends { slices: readonly unknown[] }
    ? { slices: ResultsById<R["analyses"][number]>[] }
    : ResultsById<R["analyses"][number]>;

/** Everything known about a scan at one moment; the last one has `done`. */
export interface Snapshot<Results = AnyResults> {
  /** Bytes of the file consumed. */
  bytes: number;
  /** Size of the file, where it is known. */
  total: number | null;
  /** zstd frames that hold data. */
  frames: number;
  /** Cap'n Proto messages. */
  messages: number;
  /** Tags read, before any selection; of the answer to a question, those that it covers, from the first tag on. */
  tags: number;
  /** Those of them that are of frames whose checksum does not match. */
  doubtful_tags: number;
  /** Bytes of skippable frames of other programs: what is in them is not known. */
  passed_over: number;
  /** Whether an index ends the file, by which a missing frame is noticed; false where that was not looked at. */
  indexed: boolean;
  /** Why the index at the end of a sound file is not that of all of it: several recordings, one behind the other. */
  joined: Finding | null;
  done: boolean;
  /** False while running, and for good once anything was damaged or missing. */
  complete: boolean;
  /** The first thing that went wrong. */
  error: Finding | null;
  /** Everything that went wrong (bounded). */
  findings: Finding[];
  /**
   * What the file holds by its index, as long as it is being read: nothing of it was seen yet. Null
   * where it has none.
   */
  overview?: { frames: number; summary: Summary } | null;
  /** Of another maker's recording, once it is read: the length of a tick and what it says besides its tags. */
  about?: Pick<RecordingKind, "tick" | "facts">;
  /** Of what was written anew: times of a text that were rounded to whole ticks. */
  rounded_times?: number;
  /** Tags held for further questions, and the bytes they take; less tags than `tags`: not all. */
  held?: { tags: number; bytes: number };
  /** Of a recording that is followed, once its whole frames are read; absent while they are. */
  follow?: Follow;
  analyses: Results;
}

/** How a recording that is followed is: it grows; its index has come; it was cut, or written anew; another file has its name. */
export interface Follow {
  state: "following" | "finished" | "truncated" | "replaced";
  /** Bytes at its end that are no whole frame. */
  pending: number;
}

/** How much a file holds. */
export type Totals = Pick<Snapshot, "bytes" | "frames" | "messages" | "tags">;
