/** The output of `tagview delay --json`. */

import * as s from "../../output/json-shapes";
import * as core from "../../output/shapes/tags.generated";

export const delaySeconds = s.real("fitted centre of the peak in seconds");

const peak = s.exactly({ ...core.CorrelationPeak.properties, delay_s: delaySeconds });
const { bin } = core.Delay.properties;

export const delay = s.exactly({
  file: s.file,
  ...s.without(core.Delay, "span", "tags_a", "tags_b", "reordered", "channels"),
  bin: s.nullable(bin),
  delay_s: s.nullable(delaySeconds),
  peaks: s.list(peak, "significant peaks, the most significant first; empty for pulsed light"),
  complete: s.complete,
  ...s.sortedScan,
});
export type DelayJson = s.Described<typeof delay>;

const deviation = s.nullable(s.real("one standard error"));

/** With `--by`. */
export const delayBy = s.exactly(
  {
    file: s.file,
    ...s.fields(core.Delay, "a", "b"),
    by: s.text("file, a time, or a channel whose tags begin slices"),
    complete: s.complete,
    slices: s.list(
      s.exactly({
        ...s.slice,
        delay_s: s.nullable(s.real("fitted centre of the peak in seconds; null without a significant peak")),
        delay_error_s: deviation,
        width_s: s.nullable(s.real("full width of the peak at half maximum in seconds")),
        width_error_s: deviation,
        pairs: s.nullable(s.real("pairs above the level beside the peak; null for pulsed light")),
        pairs_error: deviation,
        ...s.fields(core.Delay, "peak_counts", "significance", "remarks"),
      }),
    ),
    drift_s_per_s: s.nullable(
      s.real("slope of a straight line through the delays; null for fewer than three slices with a delay"),
    ),
    drift_error: s.nullable(s.real("one standard error; null if a straight line does not fit the delays")),
    hints: s.hints,
    remarks: s.remarks,
    ...s.tickSeconds,
    error: s.error,
  },
  { title: "with --by" },
);
export type DelayByJson = s.Described<typeof delayBy>;
