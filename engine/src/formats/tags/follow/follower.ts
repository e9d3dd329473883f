/** What following needs of whoever reads the parts of a recording. */

import type { ResultMerger } from "../session/merger.ts";
import type { SplitPart } from "../split/points.ts";

export interface Follower {
  readonly merger: ResultMerger;
  /** Those that were read; the first `merger.joined` of them are joined. */
  readonly parts: unknown[];
  readonly signal: AbortSignal;
  /** Reads parts and joins them. */
  readParts(parts: AsyncIterable<SplitPart>): Promise<unknown>;
  /** What was read can be asked. */
  becomeReady(): void;
}
