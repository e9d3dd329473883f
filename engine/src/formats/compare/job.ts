/** What is asked of a worker that compares formats. */

import type { JobType } from "../../worker/protocol.ts";
import type { Compared, ComparedItems, ComparedSoFar } from "./results.ts";

/** Which tags of a recording, or references of a manifest, are compared. */
export interface ComparedSelection {
  /** As of `tags.scan`. */
  selection?: { channels?: readonly bigint[]; from?: bigint; to?: bigint } | undefined;
  /** The first so many: a million where absent, 2^24 at most. */
  tags?: number | undefined;
  /** The first so many: a million where absent, 2^21 at most. */
  references?: number | undefined;
}

export interface CompareJob extends JobType {
  module: "compare";
  args: ComparedSelection;
  report:
    | { type: "bytes"; bytes: number; total: number | null }
    | { type: "items"; items: ComparedItems }
    | { type: "row"; row: ComparedSoFar };
  input: never;
  result: Compared;
}
