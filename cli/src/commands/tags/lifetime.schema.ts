/** The output of `tagview lifetime --json`. */

import {
  clocked,
  complete,
  count,
  counts,
  type Described,
  error,
  exactly,
  file,
  flag,
  integer,
  list,
  nullable,
  real,
  remarks,
  summed,
  tickSeconds,
  values,
} from "../../output/json-shapes";

const component = exactly({
  lifetime: real("ticks"),
  lifetime_error: nullable(real("one standard deviation; null, like all errors, for a poor fit")),
  share: real("share of the tags in all decays"),
  share_error: nullable(real("one standard deviation; null for a single decay")),
});

const fit = exactly({
  components: list(component),
  counts: real("tags in all decays"),
  counts_error: nullable(real("one standard deviation")),
  background: real("tags per bin outside the decays"),
  background_error: nullable(real("one standard deviation; null without background")),
  start: real("ticks from the clock pulse to the light pulse, or to the measured response"),
  start_error: nullable(real("one standard deviation")),
  response_fwhm: nullable(
    real("full width of the response at half maximum in ticks; null if it was measured"),
  ),
  response_fwhm_error: nullable(real("one standard deviation; null if the width was not fitted")),
  deviance: real("deviance: twice the log likelihood ratio of counts equal to the expected ones"),
  true_deviance: real("expected deviance of a true model"),
  true_deviance_spread: real("standard deviation of true_deviance"),
  expected: values("expected tags in each bin"),
});

export const lifetime = exactly({
  file,
  sync: nullable(integer("clock channel; null if times are folded by the period alone")),
  channel: integer(),
  span: nullable(integer("time from the first to the last tag in ticks")),
  complete,
  tags_sync: count(),
  tags: count(),
  without_sync: count("tags without a clock tag within the range before them"),
  period: nullable(real("clock period in ticks")),
  period_s: nullable(real("clock period in seconds")),
  divider: nullable(count("pulses per clock tag; null if unknown")),
  bin: nullable(real("width of a bin in ticks: the period divided by a whole number")),
  counts: counts("tags by the time since the last pulse"),
  first: counts("tags that are the first after a clock tag, by the time since the last pulse"),
  lifetime: nullable(
    real("fitted lifetime in ticks; for two decays, their mean weighted by share; null for a poor fit"),
  ),
  lifetime_error: nullable(real("one standard deviation")),
  lifetime_s: nullable(real("seconds")),
  decays: nullable(count("requested number of decays; null without a fit")),
  pile_up_corrected: flag("whether the fit is corrected for pile-up (--pile-up) and describes first"),
  fits: list(fit, "the fit, or nothing"),
  moved: count("number of tags that were out of order and were sorted"),
  remarks,
  ...tickSeconds,
  ...clocked,
  ...summed,
  error,
});
export type LifetimeJson = Described<typeof lifetime>;
