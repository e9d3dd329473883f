/** What `tagview image --json` prints. */

import * as s from "../../output/json-shapes";
import * as core from "../../output/shapes/tags.generated";

export const image = s.exactly({
  file: s.file,
  ...s.without(core.Image, "intensity", "mean", "g", "s"),
  channels: s.nullable(s.list(s.integer("channels whose photons are counted; null for all inputs"))),
  complete: s.complete,
  max: s.count("photons in the brightest pixel"),
  region: s.exactly({
    x_from: s.count("first column of the decay"),
    x_to: s.count("last column of the decay"),
    y_from: s.count("first line of the decay"),
    y_to: s.count("last line of the decay"),
  }),
  mean_delay_s: s.nullable(s.real("mean_delay in seconds")),
  ...s.ordered,
  ...s.tickSeconds,
  error: s.error,
});
export type ImageJson = s.Described<typeof image>;
