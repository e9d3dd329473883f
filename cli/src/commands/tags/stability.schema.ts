/** The output of `tagview stability --json`. */

import {
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
  span: nullable(integer("from the first to the last tag in ticks")),
  complete,
  times: integers("averaging times in ticks"),
  slices: counts("of each, that the recording covers"),
  channels: list(
    exactly({
      channel: integer(),
      tags: count("in these slices"),
      allan_deviation: reals("of the relative rate; null without a tag"),
      allan_deviation_error: reals("one standard deviation"),
      poisson_deviation: reals("what Poisson's counts of the same rate would have"),
      fano: reals("variance of counts over their mean"),
      fano_error: reals("one standard deviation, of mandel_q too"),
      mandel_q: reals("fano - 1"),
      distribution: counts(
        "slices of the shortest averaging time by their number of tags, from 0 on; empty where one has over 4095",
      ),
    }),
  ),
  remarks,
  hints,
  ...tickSeconds,
  error,
});
export type StabilityJson = Described<typeof stability>;
