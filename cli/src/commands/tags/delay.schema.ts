/** The output of `tagview delay --json`. */

import {
  clocked,
  complete,
  count,
  type Described,
  error,
  exactly,
  file,
  hints,
  integer,
  list,
  nullable,
  real,
  remarks,
  summed,
  text,
  tickSeconds,
} from "../../output/json-shapes";
import { centre, details, peak, peaks, pulsed } from "./peak.schema";

export const delay = exactly({
  file,
  a: integer("start channel (delay 0)"),
  b: integer("stop channel"),
  ...peak,
  complete,
  ...centre,
  bin: nullable(integer("width of a bin in ticks")),
  ...details,
  peaks,
  pulsed,
  hints,
  moved: count("number of tags that were out of order and were sorted"),
  ...tickSeconds,
  ...clocked,
  ...summed,
  error,
});
export type DelayJson = Described<typeof delay>;

const deviation = nullable(real("one standard error"));

/** With `--by`. */
export const delayBy = exactly(
  {
    file,
    a: integer("start channel (delay 0)"),
    b: integer("stop channel"),
    by: text("file, a time, or a channel whose tags begin slices"),
    complete,
    slices: list(
      exactly({
        from: integer("start in ticks after the file's first tag"),
        to: integer(
          "end in ticks after the file's first tag, inclusive; for the last slice, the recording's end or --to",
        ),
        from_s: real("from in seconds"),
        to_s: real("to in seconds"),
        delay_s: nullable(real("fitted centre of the peak in seconds; null without a significant peak")),
        delay_error_s: deviation,
        width_s: nullable(real("full width of the peak at half maximum in seconds")),
        width_error_s: deviation,
        pairs: nullable(real("pairs above the level beside the peak; null for pulsed light")),
        pairs_error: deviation,
        peak_counts: nullable(count("pairs in the highest bin")),
        significance: nullable(real("significance of the most significant peak in standard deviations")),
        remarks,
      }),
    ),
    drift_s_per_s: nullable(
      real("slope of a straight line through the delays; null for fewer than three slices with a delay"),
    ),
    drift_error: nullable(real("one standard error; null if a straight line does not fit the delays")),
    hints,
    remarks,
    ...tickSeconds,
    error,
  },
  { title: "with --by" },
);
export type DelayByJson = Described<typeof delayBy>;
