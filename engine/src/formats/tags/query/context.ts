/** Inputs of a query: a recording that is read, or being read. */

import type { Instance } from "../../../worker/instance.ts";
import type { ScanRequest } from "../request.ts";
import type { Part } from "../session/part.ts";
import type { PartJobs } from "../session/part-jobs.ts";

/** Receives the share of tags, from 0 to 1, that a query has processed. */
export type OnProgress = (done: number) => void;

export interface QueryContext {
  /** The instance that joins results. */
  readonly instance: Instance;
  /** In the order of the file. */
  readonly parts: readonly Part[];
  /** Time of the file's first tag, once it is known. */
  readonly origin: bigint | undefined;
  /** Settles when there is something to query, or reading ends. */
  readonly ready: Promise<void>;
  /** Whether more parts will come. */
  readonly isReading: boolean;
  /** The query that parts answer while they are read; without analyses if there is none. */
  readonly background: ScanRequest;
  /** Yields to messages and events of this thread. */
  pause(): Promise<void>;
  /** Computes slow results on this thread; null if it draws. */
  readonly compute: (<T>(f: () => T) => T) | null;
  /** Reads parts again, and computes final results. */
  readonly jobs: Pick<PartJobs, "find" | "report">;
}
