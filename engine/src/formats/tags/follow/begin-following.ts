/** How reading goes on as a file grows; its code is loaded with the first file of which it does. */

import type { SessionResources } from "../session/part-jobs.ts";
import type { Snapshot } from "../snapshot.ts";
import type { Follower } from "./follower.ts";

/** As `readFollowing`. */
export async function beginFollowing(
  follower: Follower,
  resources: SessionResources,
  options: { budget: number; keeps: boolean },
): Promise<Snapshot> {
  const { readFollowing } = await import("./read-following.ts");
  return readFollowing(follower, resources, options);
}
