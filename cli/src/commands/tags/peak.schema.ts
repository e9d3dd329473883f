/** Schema of a correlation peak, shared by the commands that print one. */

import { count, exactly, integer, interval, list, nullable, real, remarks } from "../../output/json-shapes";

const dip = exactly({
  delay: real("middle of the bins that lack pairs in ticks"),
  width: real("width of these bins in ticks"),
  missing: real("pairs that are missing in them"),
  missing_error: real("one standard error"),
  depth: nullable(
    real("share of the expected pairs that is missing; null within a dead time that the channels share"),
  ),
  depth_error: nullable(real("one standard error")),
  significance: real("standard deviations"),
});

/** The keys that stood in the output first. */
export const peak = {
  delay: nullable(integer("fitted centre of the peak in ticks, rounded; null where no peak stands out")),
  delay_s: nullable(real("the fitted centre in seconds")),
  peak_counts: nullable(count("pairs in the highest bin")),
  background: nullable(real("pairs expected in a bin")),
  significance: nullable(real("standard deviations of the likeliest peak over what lies beside it")),
  fwhm: nullable(real("full width at half maximum in ticks")),
};

export const centre = {
  centre: nullable(real("fitted centre of the peak in ticks")),
  centre_error: nullable(real("one standard error")),
};

export const details = {
  fwhm_error: nullable(real("one standard error")),
  highest: nullable(integer("middle of the highest bin in ticks")),
  dips: list(dip),
  period: nullable(real("ticks from one pulse of light to the next, as requested; null without a period")),
  delay_modulo: nullable(real("the delay is known up to multiples of these ticks; null: it is known")),
  remarks,
};

export const peaks = list(
  exactly({
    delay: real("fitted centre in ticks"),
    delay_error: real("one standard error"),
    delay_s: real("fitted centre in seconds"),
    fwhm: nullable(real("full width at half maximum in ticks")),
    fwhm_error: nullable(real("one standard error")),
    pairs: real("pairs above the level beside the peak"),
    pairs_error: real("one standard error"),
    significance: real("standard deviations"),
  }),
  "peaks that stand out, the most significant first; empty of light with a period",
);

export const pulsed = nullable(
  exactly({
    period: real("ticks from one pulse of light to the next"),
    phase: nullable(real("delay in ticks of the peak nearest 0")),
    centre_counts: nullable(count("pairs in the whole period around that peak")),
    side_peaks: count("other whole periods in the range"),
    side_counts: nullable(real("mean pairs in those")),
    g2: nullable(real("centre_counts / side_counts")),
    g2_error: nullable(real("one standard error; null under 20 pairs in the centre")),
    g2_interval: nullable(interval("68 %; null from 20 pairs on")),
    g2_upper: nullable(real("95 %; null from 20 pairs on")),
    remarks,
  }),
);
