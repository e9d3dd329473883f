/** What a query works on: a recording that is read, or being read. */

import type { Instance } from "../../../worker/instance.ts";
import type { ScanRequest } from "../request.ts";
import type { Part } from "../session/part.ts";
import type { PartRequest } from "../session/part-report.ts";

/** Hears what share of the tags, from 0 to 1, a query has gone through. */
export type OnProgress = (done: number) => void;

export interface QueryContext {
  /** Where answers are joined. */
  readonly instance: Instance;
  /** In the order of the file. */
  readonly parts: readonly Part[];
  /** Time of the file's first tag, once it is known. */
  readonly origin: bigint | undefined;
  /** Settles when there is something to ask, or nothing more will be read. */
  readonly ready: Promise<void>;
  /** Whether there will be more. */
  readonly isReading: boolean;
  /** The one query that parts answer while they are read; one of no analyses where there is none. */
  readonly background: ScanRequest;
  /** Lets messages and events of this thread in. */
  pause(): Promise<void>;
  /** Reads a part again: what `request` finds in it. `onTags` is called with how many of its tags were read. */
  readAgain(
    part: Part,
    request: PartRequest,
    signal: AbortSignal,
    onTags: (tags: number) => void,
  ): Promise<Uint8Array>;
}
