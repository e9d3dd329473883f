/** The output of `tagview rate --json`. */

import * as s from "../../output/json-shapes";
import * as core from "../../output/shapes/tags.generated";

export const rate = s.exactly({
  file: s.file,
  ...core.Rate.properties,
  bin: s.nullable(core.Rate.properties.bin),
  complete: s.complete,
  ...s.scan,
  ...s.summed,
});
export type RateJson = s.Described<typeof rate>;
