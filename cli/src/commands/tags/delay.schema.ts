/** The output of `tagview delay --json`. */

import * as s from "../../output/json-shapes";
import { centre, details, peak, peaks, pulsed } from "./peak.schema";

export const delay = s.exactly({
  file: s.file,
  a: s.integer("start channel (delay 0)"),
  b: s.integer("stop channel"),
  ...peak,
  complete: s.complete,
  ...centre,
  bin: s.nullable(s.integer("width of a bin in ticks")),
  ...details,
  peaks,
  pulsed,
  hints: s.hints,
  moved: s.count("number of tags that were out of order and were sorted"),
  ...s.tickSeconds,
  ...s.scanned,
  ...s.summed,
  error: s.error,
});
export type DelayJson = s.Described<typeof delay>;

const deviation = s.nullable(s.real("one standard error"));

/** With `--by`. */
export const delayBy = s.exactly(
  {
    file: s.file,
    a: s.integer("start channel (delay 0)"),
    b: s.integer("stop channel"),
    by: s.text("file, a time, or a channel whose tags begin slices"),
    complete: s.complete,
    slices: s.list(
      s.exactly({
        from: s.integer("start in ticks after the file's first tag"),
        to: s.integer(
          "end in ticks after the file's first tag, inclusive; for the last slice, the recording's end or --to",
        ),
        from_s: s.real("from in seconds"),
        to_s: s.real("to in seconds"),
        delay_s: s.nullable(s.real("fitted centre of the peak in seconds; null without a significant peak")),
        delay_error_s: deviation,
        width_s: s.nullable(s.real("full width of the peak at half maximum in seconds")),
        width_error_s: deviation,
        pairs: s.nullable(s.real("pairs above the level beside the peak; null for pulsed light")),
        pairs_error: deviation,
        peak_counts: s.nullable(s.count("pairs in the highest bin")),
        significance: s.nullable(s.real("significance of the most significant peak in standard deviations")),
        remarks: s.remarks,
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
