/** Interface between following and the reader of a recording's parts. */

import type { ResultMerger } from "../session/merger.ts";
import type { Follow, Snapshot } from "../snapshot.ts";
import type { SplitPart } from "../split/points.ts";

export interface Follower {
  readonly merger: ResultMerger;
  /** The parts read; the first `merger.joined` of them are joined. */
  readonly parts: unknown[];
  readonly signal: AbortSignal;
  /** Reads parts and joins them. */
  readParts(parts: AsyncIterable<SplitPart>): Promise<unknown>;
  /** Returns the final results. */
  conclude(follow: Follow): Promise<Snapshot>;
  /** Makes the tags that were read available for queries. */
  becomeReady(): void;
}
