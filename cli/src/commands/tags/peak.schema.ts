/** Schema of a correlation peak, shared by the commands that print one. */

import * as s from "../../output/json-shapes";

const dip = s.exactly({
  delay: s.real("middle of the dip in ticks"),
  width: s.real("width of the dip in ticks"),
  missing: s.real("pairs missing in the dip"),
  missing_error: s.real("one standard error"),
  depth: s.nullable(s.real("share of the expected pairs that are missing; null within a shared dead time")),
  depth_error: s.nullable(s.real("one standard error")),
  significance: s.real("significance in standard deviations"),
});

/** The position, height and width of the peak. */
export const peak = {
  delay: s.nullable(
    s.integer("fitted centre of the peak in ticks, rounded; null without a significant peak"),
  ),
  delay_s: s.nullable(s.real("the fitted centre in seconds")),
  peak_counts: s.nullable(s.count("pairs in the highest bin")),
  background: s.nullable(
    s.real("pairs expected in a bin: those beside the peak, or between the pulses of pulsed light"),
  ),
  significance: s.nullable(s.real("significance of the most significant peak in standard deviations")),
  fwhm: s.nullable(s.real("full width at half maximum in ticks")),
};

export const centre = {
  centre: s.nullable(s.real("fitted centre of the peak in ticks")),
  centre_error: s.nullable(s.real("one standard error")),
};

export const details = {
  fwhm_error: s.nullable(s.real("one standard error")),
  highest: s.nullable(s.integer("middle of the highest bin in ticks")),
  dips: s.list(dip),
  period: s.nullable(s.real("requested pulse period in ticks; null without a period")),
  delay_modulo: s.nullable(
    s.real("the delay is known modulo this number of ticks; null if it is known completely"),
  ),
  remarks: s.remarks,
};

export const peaks = s.list(
  s.exactly({
    delay: s.real("fitted centre in ticks"),
    delay_error: s.real("one standard error"),
    delay_s: s.real("fitted centre in seconds"),
    fwhm: s.nullable(s.real("full width at half maximum in ticks")),
    fwhm_error: s.nullable(s.real("one standard error")),
    pairs: s.real("pairs above the level beside the peak"),
    pairs_error: s.real("one standard error"),
    significance: s.real("significance in standard deviations"),
  }),
  "significant peaks, the most significant first; empty for pulsed light",
);

export const pulsed = s.nullable(
  s.exactly({
    period: s.real("pulse period in ticks"),
    phase: s.nullable(s.real("delay of the peak nearest 0 in ticks")),
    centre_counts: s.nullable(s.count("pairs in the whole period around that peak")),
    side_peaks: s.count("other whole periods in the range"),
    side_counts: s.nullable(s.real("mean pairs in a side period")),
    g2: s.nullable(s.real("centre_counts / side_counts")),
    g2_error: s.nullable(s.real("one standard error; null for fewer than 20 pairs in the centre")),
    g2_interval: s.nullable(s.interval("68 % interval; null for 20 pairs or more")),
    g2_upper: s.nullable(s.real("95 % upper limit; null for 20 pairs or more")),
    remarks: s.remarks,
  }),
);
