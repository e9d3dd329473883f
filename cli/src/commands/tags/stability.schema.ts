/** The output of `tagview stability --json`. */

import * as s from "../../output/json-shapes";
import * as core from "../../output/shapes/tags.generated";

export const stability = s.exactly({
  file: s.file,
  ...core.Stability.properties,
  complete: s.complete,
  ...s.scan,
});
export type StabilityJson = s.Described<typeof stability>;
