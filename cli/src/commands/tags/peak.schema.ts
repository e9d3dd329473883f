/** Schema of a correlation peak, shared by the commands that print one. */

import { count, exactly, integer, interval, list, nullable, real, remarks } from "../../output/json-shapes";

const dip = exactly({
  delay: real("middle of the dip in ticks"),
  width: real("width of the dip in ticks"),
  missing: real("pairs missing in the dip"),
  missing_error: real("one standard error"),
  depth: nullable(real("share of the expected pairs that are missing; null within a shared dead time")),
  depth_error: nullable(real("one standard error")),
  significance: real("significance in standard deviations"),
});

/** The keys that stood in the output first. */
export const peak = {
  delay: nullable(integer("fitted centre of the peak in ticks, rounded; null without a significant peak")),
  delay_s: nullable(real("the fitted centre in seconds")),
  peak_counts: nullable(count("pairs in the highest bin")),
  background: nullable(real("pairs expected in a bin by chance")),
  significance: nullable(real("significance of the most significant peak in standard deviations")),
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
  period: nullable(real("requested pulse period in ticks; null without a period")),
  delay_modulo: nullable(
    real("the delay is known modulo this number of ticks; null if it is known completely"),
  ),
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
    significance: real("significance in standard deviations"),
  }),
  "significant peaks, the most significant first; empty for pulsed light",
);

export const pulsed = nullable(
  exactly({
    period: real("pulse period in ticks"),
    phase: nullable(real("delay of the peak nearest 0 in ticks")),
    centre_counts: nullable(count("pairs in the whole period around that peak")),
    side_peaks: count("other whole periods in the range"),
    side_counts: nullable(real("mean pairs in a side period")),
    g2: nullable(real("centre_counts / side_counts")),
    g2_error: nullable(real("one standard error; null for fewer than 20 pairs in the centre")),
    g2_interval: nullable(interval("68 % interval; null for 20 pairs or more")),
    g2_upper: nullable(real("95 % upper limit; null for 20 pairs or more")),
    remarks,
  }),
);
