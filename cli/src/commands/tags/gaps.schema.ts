/** The output of `tagview gaps --json`. */

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
  oneOf,
  real,
  remarks,
  tickSeconds,
} from "../../output/json-shapes";

const channels = list(
  exactly({
    channel: integer(),
    counts: counts(),
    below: count("gaps shorter than the first bin"),
    above: count("gaps longer than the last bin"),
    mean: nullable(real("ticks")),
    min: nullable(integer("ticks")),
    max: nullable(integer("ticks")),
    dead_time: nullable(integer("dead time in ticks: the shortest gap, without double triggers")),
    dead_time_error: nullable(real("one standard deviation in ticks")),
    afterpulsing: nullable(real("probability per tag of an afterpulse: a later tag that no light caused")),
    afterpulsing_error: nullable(real("one standard deviation")),
    afterpulsing_within: nullable(
      real("ticks after the dead time in which afterpulses are counted: half the mean gap"),
    ),
    period: nullable(real("clock period: mean ticks between tags; null if the channel is not a clock")),
    remarks,
  }),
);

const linear = exactly(
  {
    file,
    bin: nullable(integer("width of a bin in ticks; null if nothing was read")),
    from: nullable(integer("lower edge of the first bin in ticks")),
    complete,
    channels,
    hints,
    ...clocked,
    ...tickSeconds,
    error,
  },
  { title: "bins of one width" },
);

const logarithmic = exactly(
  {
    file,
    edges: integers("ticks; bin k covers edges[k] <= gap < edges[k+1]"),
    complete,
    channels,
    hints,
    ...clocked,
    ...tickSeconds,
    error,
  },
  { title: "with --log" },
);

export const gaps = oneOf(linear, logarithmic);
export type GapsJson = Described<typeof gaps>;
