/** The output of `tagview lifetime --json`. */

import * as s from "../../output/json-shapes";

const component = s.exactly({
  lifetime: s.real("lifetime in ticks"),
  lifetime_error: s.nullable(s.real("one standard error; null, like all errors, for a poor fit")),
  share: s.real("share of the tags in all decays"),
  share_error: s.nullable(s.real("one standard error; null for a single decay")),
});

const fit = s.exactly({
  components: s.list(component),
  counts: s.real("tags in all decays"),
  counts_error: s.nullable(s.real("one standard error")),
  background: s.real("tags per bin outside the decays"),
  background_error: s.nullable(s.real("one standard error; null without background")),
  start: s.real("ticks from the clock pulse to the light pulse, or to the measured response"),
  start_error: s.nullable(s.real("one standard error")),
  response_fwhm: s.nullable(
    s.real("full width of the response at half maximum in ticks; null if it was measured"),
  ),
  response_fwhm_error: s.nullable(s.real("one standard error; null if the width was not fitted")),
  deviance: s.real("deviance: twice the log likelihood ratio of counts equal to the expected ones"),
  true_deviance: s.real("expected deviance of a true model"),
  true_deviance_spread: s.real("standard deviation of true_deviance"),
  expected: s.values("expected tags in each bin"),
});

export const lifetime = s.exactly({
  file: s.file,
  sync: s.nullable(s.integer("clock channel; null if times are folded by the period alone")),
  channel: s.integer(),
  span: s.nullable(s.integer("time from the first to the last tag in ticks")),
  complete: s.complete,
  tags_sync: s.count(),
  tags: s.count(),
  without_sync: s.count("tags without a clock tag within the range before them"),
  period: s.nullable(s.real("clock period in ticks")),
  period_s: s.nullable(s.real("clock period in seconds")),
  divider: s.nullable(s.count("pulses per clock tag; null if unknown")),
  bin: s.nullable(s.real("width of a bin in ticks: the period divided by a whole number")),
  counts: s.counts("tags by the time since the last pulse"),
  first: s.counts("tags that are the first after a clock tag, by the time since the last pulse"),
  lifetime: s.nullable(
    s.real("fitted lifetime in ticks; for two decays, their mean weighted by share; null for a poor fit"),
  ),
  lifetime_error: s.nullable(s.real("one standard error")),
  lifetime_s: s.nullable(s.real("fitted lifetime in seconds")),
  decays: s.nullable(s.count("requested number of decays; null without a fit")),
  pile_up_corrected: s.flag("whether the fit is corrected for pile-up (--pile-up) and describes first"),
  fits: s.list(fit, "the fit; empty without one"),
  moved: s.count("number of tags that were out of order and were sorted"),
  remarks: s.remarks,
  ...s.tickSeconds,
  ...s.scanned,
  ...s.summed,
  error: s.error,
});
export type LifetimeJson = s.Described<typeof lifetime>;
