/** The output of `tagview heralded --json`. */

import * as s from "../../output/json-shapes";
import * as core from "../../output/shapes/tags.generated";

export const heralded = s.exactly({
  ...s.sortedScan,
  ...s.without(core.Heralded, "reordered", "channels"),
  delays: s.delays,
});
export type HeraldedJson = s.Described<typeof heralded>;
