/** What `tagview cat --json` prints. */

import {
  complete,
  type Described,
  error,
  exactly,
  file,
  integerPair,
  list,
  tickSeconds,
} from "../../output/json-shapes";

export const cat = exactly({
  file,
  ...tickSeconds,
  tags: list(integerPair("channel and time in ticks"), "tags in file order"),
  complete,
  error,
});
export type CatJson = Described<typeof cat>;
