/** The output of `tagview rate --json`. */

import {
  clocked,
  complete,
  count,
  counts,
  type Described,
  error,
  exactly,
  file,
  integer,
  list,
  nullable,
  summed,
  tickSeconds,
} from "../../output/json-shapes";

export const rate = exactly({
  file,
  bin: nullable(integer("width of a bin in ticks; null without tags")),
  start: nullable(integer("time of the first tag in ticks")),
  complete,
  channels: list(
    exactly({ channel: integer(), counts: counts("bin k covers start + k*bin <= t < start + (k+1)*bin") }),
  ),
  before: count("tags earlier than start, not counted in any bin"),
  ...tickSeconds,
  ...clocked,
  ...summed,
  error,
});
export type RateJson = Described<typeof rate>;
