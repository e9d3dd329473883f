/** The output of `tagview verify --json`. */

import * as s from "../../output/json-shapes";

export const verify = s.exactly({
  file: s.file,
  tags: s.count(),
  complete: s.complete,
  findings: s.list(s.finding),
  remarks: s.remarks,
  passed_over: s.count("bytes of skippable frames of other programs"),
  ...s.ordered,
  error: s.error,
});
export type VerifyJson = s.Described<typeof verify>;
