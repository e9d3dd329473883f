/** What `tagview bursts --json` prints. */

import * as s from "../../output/json-shapes";
import * as core from "../../output/shapes/tags.generated";

export const bursts = s.exactly({
  file: s.file,
  ...s.without(core.Bursts, "reordered", "channels"),
  proximity_ratio: s.values("share of the acceptor in each burst"),
  complete: s.complete,
  ...s.sortedScan,
});
export type BurstsJson = s.Described<typeof bursts>;
