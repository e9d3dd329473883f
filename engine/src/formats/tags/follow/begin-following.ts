/** How reading goes on as a file grows; its code is loaded with the first file of which it does. */

import type { ResultMerger } from "../session/merger.ts";
import type { SessionResources } from "../session/part-jobs.ts";
import type { Snapshot } from "../snapshot.ts";
import type { SplitPart } from "../split/points.ts";

/** Who reads the parts. */
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

/** As `readFollowing`. */
export async function beginFollowing(
  follower: Follower,
  resources: SessionResources,
  options: { budget: number; keeps: boolean },
): Promise<Snapshot> {
  const { readFollowing } = await import("./read-following.ts");
  return readFollowing(follower, resources, options);
}
