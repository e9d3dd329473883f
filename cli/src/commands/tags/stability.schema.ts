/** The output of `tagview stability --json`. */

import * as s from "../../output/json-shapes";

export const stability = s.exactly({
  file: s.file,
  span: s.nullable(s.integer("time from the first to the last tag in ticks")),
  complete: s.complete,
  times: s.integers("averaging times in ticks"),
  slices: s.counts("number of complete slices of each averaging time"),
  channels: s.list(
    s.exactly({
      channel: s.integer(),
      tags: s.count("tags in these slices"),
      allan_deviation: s.reals("Allan deviation of the relative rate; null without a tag"),
      allan_deviation_error: s.reals("one standard error"),
      poisson_deviation: s.reals("Allan deviation of Poisson counts with the same rate"),
      fano: s.reals("Fano factor: variance of the counts divided by their mean"),
      fano_error: s.reals("one standard error of fano and of mandel_q"),
      mandel_q: s.reals("fano - 1"),
      distribution: s.counts(
        "slices of the shortest averaging time with 0, 1, 2, ... tags; empty if a slice has more than 4095",
      ),
    }),
  ),
  remarks: s.remarks,
  hints: s.hints,
  ...s.scanned,
  ...s.tickSeconds,
  error: s.error,
});
export type StabilityJson = s.Described<typeof stability>;
