/** What `tagview pairs --json` prints. */

import {
  complete,
  count,
  type Described,
  error,
  exactly,
  file,
  integer,
  list,
  nullable,
  real,
} from "../../output/json-shapes";

export const pair = exactly({
  a: integer("channel that delays count from"),
  b: integer("channel that they count to"),
  tags_a: count(),
  tags_b: count(),
  counts: count("pairs of tags in the range"),
  delay: nullable(integer("lower edge of the highest bin in ticks; null where no peak stands out")),
  delay_s: nullable(real("the same in seconds")),
  peak_counts: nullable(count("pairs in the highest bin")),
  background: nullable(real("pairs expected in a bin")),
  significance: nullable(real("standard deviations of the highest bin over the background")),
  fwhm: nullable(real("full width at half maximum in ticks")),
  centre: nullable(real("centre of the peak in ticks")),
  centre_error: nullable(real("one standard deviation")),
});
export type PairJson = Described<typeof pair>;

export const pairs = exactly({
  file,
  bin: nullable(integer("width of a bin in ticks")),
  from: nullable(integer("lower edge of the first bin in ticks")),
  span: nullable(integer("from the first to the last tag in ticks")),
  complete,
  pairs: list(pair),
  moved: count("tags out of order that were put in order"),
  error,
});
export type PairsJson = Described<typeof pairs>;
