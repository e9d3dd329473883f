/** The output of `tagview stability --json`. */

import {
  clocked,
  complete,
  count,
  counts,
  type Described,
  error,
  exactly,
  file,
  hints,
  integer,
  integers,
  list,
  nullable,
  reals,
  remarks,
  tickSeconds,
} from "../../output/json-shapes";

export const stability = exactly({
  file,
  span: nullable(integer("time from the first to the last tag in ticks")),
  complete,
  times: integers("averaging times in ticks"),
  slices: counts("number of complete slices of each averaging time"),
  channels: list(
    exactly({
      channel: integer(),
      tags: count("tags in these slices"),
      allan_deviation: reals("Allan deviation of the relative rate; null without a tag"),
      allan_deviation_error: reals("one standard deviation"),
      poisson_deviation: reals("Allan deviation of Poisson counts with the same rate"),
      fano: reals("Fano factor: variance of the counts divided by their mean"),
      fano_error: reals("one standard deviation of fano and of mandel_q"),
      mandel_q: reals("fano - 1"),
      distribution: counts(
        "slices of the shortest averaging time with 0, 1, 2, ... tags; empty if a slice has more than 4095",
      ),
    }),
  ),
  remarks,
  hints,
  ...clocked,
  ...tickSeconds,
  error,
});
export type StabilityJson = Described<typeof stability>;
