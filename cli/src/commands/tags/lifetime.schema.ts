/** The output of `tagview lifetime --json`. */

import {
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
  lifetime_error: nullable(
    real("one standard deviation; null, as all errors, of a fit that does not describe the counts"),
  ),
  share: real("of the decays' tags"),
  share_error: nullable(real("one standard deviation; null where there is no other decay")),
});

const fit = exactly({
  components: list(component),
  counts: real("tags of the decays"),
  counts_error: nullable(real("one standard deviation")),
  background: real("tags per bin that are of no decay"),
  background_error: nullable(real("one standard deviation; null where none were seen")),
  start: real("ticks from the clock's pulse to the light's; of a measured response, to it"),
  start_error: nullable(real("one standard deviation")),
  response_fwhm: nullable(real("ticks; null with a measured response")),
  response_fwhm_error: nullable(real("one standard deviation; null where the width was not fitted")),
  deviance: real("twice the logarithm of how much likelier counts exactly as expected would be"),
  true_deviance: real("expected deviance of a true model"),
  true_deviance_spread: real("its standard deviation"),
  expected: values("tags expected in every bin"),
});

export const lifetime = exactly({
  file,
  sync: nullable(integer("channel of the clock; null where times are folded by the period alone")),
  channel: integer(),
  span: nullable(integer("from the first to the last tag in ticks")),
  complete,
  tags_sync: count(),
  tags: count(),
  without_sync: count("tags without one of the clock within the range before them"),
  period: nullable(real("of the clock, ticks")),
  period_s: nullable(real("of the clock, seconds")),
  divider: nullable(count("pulses for each tag of the clock; null where that is not known")),
  bin: nullable(real("width of a bin, ticks: the period over a whole number")),
  counts: counts("tags by the time since the last pulse"),
  first: counts("of these, the first after a tag of the clock"),
  lifetime: nullable(
    real(
      "of the fit, ticks; of two decays their mean by their shares; null where the fit does not describe the counts",
    ),
  ),
  lifetime_error: nullable(real("one standard deviation")),
  lifetime_s: nullable(real("seconds")),
  decays: nullable(count("number of decays of the fit, as requested; null without a fit")),
  pile_up_corrected: flag(
    "whether the fit is corrected for pile-up, with --pile-up; it then describes first",
  ),
  fits: list(fit, "the fit; empty without one"),
  moved: count("tags out of order that were put in order"),
  remarks,
  ...tickSeconds,
  ...summed,
  error,
});
export type LifetimeJson = Described<typeof lifetime>;
