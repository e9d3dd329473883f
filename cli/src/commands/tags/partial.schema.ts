/** What `tagview partial --json` prints. */

import {
  complete,
  count,
  type Described,
  error,
  exactly,
  file,
  list,
  nullable,
  text,
} from "../../output/json-shapes";

export const partial = exactly({
  file,
  out: text("the partial result that was written"),
  command: list(text(), "the command and its options, as combine runs it"),
  bytes: nullable(count("of the partial result; null if it was not written")),
  complete,
  error,
});
export type PartialJson = Described<typeof partial>;
