/** The output of `tagview rate --json`. */

import * as s from "../../output/json-shapes";

export const rate = s.exactly({
  file: s.file,
  bin: s.nullable(s.integer("width of a bin in ticks; null without tags")),
  start: s.nullable(s.integer("time of the first tag in ticks")),
  complete: s.complete,
  channels: s.list(
    s.exactly({
      channel: s.integer(),
      counts: s.counts("bin k covers start + k*bin <= t < start + (k+1)*bin"),
    }),
  ),
  before: s.count("tags earlier than start, not counted in any bin"),
  ...s.tickSeconds,
  ...s.scanned,
  ...s.summed,
  error: s.error,
});
export type RateJson = s.Described<typeof rate>;
