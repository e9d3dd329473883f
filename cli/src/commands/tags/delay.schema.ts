/** What `tagview delay --json` prints. */

import {
  complete,
  count,
  type Described,
  error,
  exactly,
  file,
  integer,
  nullable,
  real,
} from "../../output/json-shapes";

export const delay = exactly({
  file,
  a: integer("channel that delays count from"),
  b: integer("channel that they count to"),
  delay: nullable(integer("lower edge of the highest bin in ticks; null where no peak stands out")),
  delay_s: nullable(real("the same in seconds")),
  peak_counts: nullable(count("pairs in the highest bin")),
  background: nullable(real("pairs expected in a bin")),
  significance: nullable(real("standard deviations of the highest bin over the background")),
  fwhm: nullable(real("full width at half maximum in ticks")),
  complete,
  centre: nullable(real("centre of the peak in ticks")),
  centre_error: nullable(real("one standard deviation")),
  bin: nullable(integer("width of a bin in ticks")),
  moved: count("tags out of order that were put in order"),
  error,
});
export type DelayJson = Described<typeof delay>;
