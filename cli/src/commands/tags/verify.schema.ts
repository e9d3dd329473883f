/** The output of `tagview verify --json`. */

import {
  complete,
  count,
  type Described,
  error,
  exactly,
  file,
  finding,
  list,
  remarks,
} from "../../output/json-shapes";

export const verify = exactly({
  file,
  tags: count(),
  complete,
  findings: list(finding),
  remarks,
  passed_over: count("bytes of skippable frames of other programs"),
  error,
});
export type VerifyJson = Described<typeof verify>;
