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
  out: text("written partial result"),
  command: list(text(), "command and options that combine runs"),
  bytes: nullable(count("size of the partial result in bytes; null if it was not written")),
  complete,
  error,
});
export type PartialJson = Described<typeof partial>;
