/** What `tagview cat --json` prints. */

import * as s from "../../output/json-shapes";

export const cat = s.exactly({
  file: s.file,
  ...s.tickSeconds,
  tags: s.list(s.integerPair("channel and time in ticks"), "tags in file order"),
  complete: s.complete,
  error: s.error,
});
export type CatJson = s.Described<typeof cat>;
