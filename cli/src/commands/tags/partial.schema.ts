/** What `tagview partial --json` prints. */

import * as s from "../../output/json-shapes";

export const partial = s.exactly({
  file: s.file,
  out: s.text("written partial result"),
  command: s.list(s.text(), "command and options that combine runs"),
  bytes: s.nullable(s.count("size of the partial result in bytes; null if it was not written")),
  complete: s.complete,
  error: s.error,
});
export type PartialJson = s.Described<typeof partial>;
