/** The output of `tagview heralded --json`. */

import * as s from "../../output/json-shapes";
import * as core from "../../output/shapes/tags.generated";

export const heralded = s.exactly({
  file: s.file,
  ...s.without(core.Heralded, "reordered", "channels"),
  delays: s.delays,
  complete: s.complete,
  ...s.sortedScan,
});
export type HeraldedJson = s.Described<typeof heralded>;
