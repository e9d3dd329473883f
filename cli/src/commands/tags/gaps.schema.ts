/** The output of `tagview gaps --json`. */

import * as s from "../../output/json-shapes";

const channels = s.list(
  s.exactly({
    channel: s.integer(),
    counts: s.counts(),
    below: s.count("gaps shorter than the first bin"),
    above: s.count("gaps longer than the last bin"),
    mean: s.nullable(s.real("ticks")),
    min: s.nullable(s.integer("ticks")),
    max: s.nullable(s.integer("ticks")),
    dead_time: s.nullable(s.integer("dead time in ticks: the shortest gap, without double triggers")),
    dead_time_error: s.nullable(s.real("one standard error in ticks")),
    afterpulsing: s.nullable(
      s.real("probability per tag of an afterpulse: a later tag that no light caused"),
    ),
    afterpulsing_error: s.nullable(s.real("one standard error")),
    afterpulsing_within: s.nullable(
      s.real("ticks after the dead time in which afterpulses are counted: half the mean gap"),
    ),
    period: s.nullable(s.real("clock period: mean ticks between tags; null if the channel is not a clock")),
    remarks: s.remarks,
  }),
);

const linear = s.exactly(
  {
    file: s.file,
    bin: s.nullable(s.integer("width of a bin in ticks; null if nothing was read")),
    from: s.nullable(s.integer("lower edge of the first bin in ticks")),
    complete: s.complete,
    channels,
    hints: s.hints,
    ...s.scanned,
    ...s.tickSeconds,
    error: s.error,
  },
  { title: "bins of one width" },
);

const logarithmic = s.exactly(
  {
    file: s.file,
    edges: s.integers("ticks; bin k covers edges[k] <= gap < edges[k+1]"),
    complete: s.complete,
    channels,
    hints: s.hints,
    ...s.scanned,
    ...s.tickSeconds,
    error: s.error,
  },
  { title: "with --log" },
);

export const gaps = s.oneOf(linear, logarithmic);
export type GapsJson = s.Described<typeof gaps>;
