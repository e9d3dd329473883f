/** Reads a growing recording, in parts that are joined like those of any other. */

import { asTagviewError, TagviewError } from "../../../errors.ts";
import type { SessionResources } from "../session/part-jobs.ts";
import { budgetOf, type Purpose } from "../session/reading-options.ts";
import type { Snapshot } from "../snapshot.ts";
import { largestPart } from "../split/target-size.ts";
import type { Follower } from "./follower.ts";
import { Growth, growing } from "./growth.ts";

/**
 * Reads the file as it grows, until its identity changes or its index appears; returns how it ended. If it is read only
 * for its results, joined parts are released.
 * @throws TagviewError `usage` if it cannot be followed; `cancelled`; `read-failed`.
 */
export async function readFollowing(
  follower: Follower,
  { pool, file, importing, instance }: SessionResources,
  purpose: Purpose,
): Promise<Snapshot> {
  if (importing !== null) {
    const message = "only .tags.zst recordings are followed; this has another format";
    throw new TagviewError("usage", message, "read it without following");
  }
  const opened = growing(file);
  const growth = new Growth(instance, opened, pool.size, largestPart(opened, pool.size, budgetOf(purpose)));
  try {
    return await readGrowing(follower, growth, purpose);
  } finally {
    growth.free();
  }
}

async function readGrowing(follower: Follower, growth: Growth, purpose: Purpose): Promise<Snapshot> {
  const { merger, parts, signal } = follower;
  for (;;) {
    const outcome = await growth.next(signal);
    const { pending } = growth;
    if (outcome !== "grown") return merger.catchUp({ state: outcome, pending });
    merger.grow(growth.size);
    await follower.readParts(growth.parts());
    const { failure } = merger;
    if (failure !== null) {
      // The next look examines the change.
      const why = failure.code === "changed" ? await growth.next(signal) : "grown";
      if (why === "grown") throw asTagviewError(failure);
      return merger.catchUp({ state: why, pending });
    }
    if (growth.isFinished) return follower.conclude({ state: "finished", pending });
    follower.becomeReady();
    merger.catchUp({ state: "following", pending });
    if (purpose.name === "queries") continue;
    parts.length = 0;
    merger.joined = 0;
  }
}
