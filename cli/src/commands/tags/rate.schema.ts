/** The output of `tagview rate --json`. */

import * as s from "../../output/json-shapes";
import * as core from "../../output/shapes/tags.generated";

export const rate = s.exactly({
  ...s.scan,
  ...s.summed,
  ...core.Rate.properties,
  bin: s.nullable(core.Rate.properties.bin),
});
export type RateJson = s.Described<typeof rate>;
