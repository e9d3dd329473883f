/** A part of a recording: what a worker reads at a time, and what it says of it. */

import type { Scan } from "@tagview/wasm";
import type { ErrorObject } from "./errors";
import { call } from "./instance";
import type { ScanRequest } from "./request";

/** The request for a part; the wasm module's `Scan` takes it. */
export interface PartRequest extends ScanRequest {
  /** Offset of the part's first frame in the file. */
  at?: bigint;
  /** Time of the file's first tag; absent where this part has it. */
  origin?: bigint;
  /** Time of the first selected tag; absent where this part may have it. */
  start?: bigint;
  /** Bytes of tags to keep for questions; absent: none. */
  keep?: bigint;
  /** What is found apart. */
  standing?: { analyses: ScanRequest["analyses"] };
  /** Tags are sent on and analysed elsewhere. */
  relay?: boolean;
  /** In a question: so many of the kept tags were asked before. */
  after?: bigint;
}

/** What is known of a part that was read. */
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
  /** Tags it holds, selected or not. */
  tags: number;
  /** Tags that are kept so far, all there were, and the bytes they take; null: none. */
  kept_tags: number | null;
  kept_bytes: number | null;
}

/** What `scan` knows of the part it reads. */
export function describePart(scan: Scan): PartDescription {
  return call(() => scan.part()) as PartDescription;
}

/** The end of a part's reading. */
export interface PartResult {
  /** The partial results, for `Scan.join`. */
  saved: Uint8Array;
  part: PartDescription;
  /** What the standing analyses found; null without them, and once it was taken. */
  standing: Uint8Array | null;
  /** Reading itself broke off here. */
  broken: ErrorObject | null;
}

/** What is known when nothing more will come; `broken` says that reading itself broke off. */
export function resultOf(scan: Scan, broken: PartResult["broken"] = null): PartResult {
  const standing = call(() => scan.standing()) ?? null;
  return { saved: call(() => scan.save()), part: describePart(scan), standing, broken };
}
