/** Requests to a worker that compares formats. */

import type { JobType } from "../../worker/protocol.ts";
import type { Compared, ComparedItems, ComparedSoFar } from "./results.ts";

/** The compared tags of a recording, or references of a manifest. */
export interface ComparedSelection {
  /** As for `tags.scan`. */
  selection?: { channels?: readonly bigint[]; from?: bigint; to?: bigint } | undefined;
  /** Maximum number of tags: 2^19 by default, at most 2^24. */
  tags?: number | undefined;
  /** Maximum number of references: 2^19 by default, at most 2^21. */
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
