/** The output of `tagview lifetime --json`. */

import * as s from "../../output/json-shapes";
import * as core from "../../output/shapes/tags.generated";

const fit = s.exactly({
  ...core.LifetimeFit.properties,
  expected: s.values("expected tags in each bin"),
});

export const lifetime = s.exactly({
  file: s.file,
  ...s.without(core.Lifetime, "reordered", "channels"),
  period_s: s.nullable(s.real("clock period in seconds")),
  lifetime_s: s.nullable(s.real("fitted lifetime in seconds")),
  fits: s.list(fit, "the fit; empty without one"),
  complete: s.complete,
  ...s.sortedScan,
});
export type LifetimeJson = s.Described<typeof lifetime>;
