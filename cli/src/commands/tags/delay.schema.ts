/** The output of `tagview delay --json`. */

import {
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
  a: integer("channel that delays count from"),
  b: integer("channel that they count to"),
  ...peak,
  complete,
  ...centre,
  bin: nullable(integer("width of a bin in ticks")),
  ...details,
  peaks,
  pulsed,
  hints,
  moved: count("tags out of order that were put in order"),
  ...tickSeconds,
  ...summed,
  error,
});
export type DelayJson = Described<typeof delay>;

const deviation = nullable(real("one standard error"));

/** With `--by`. */
export const delayBy = exactly(
  {
    file,
    a: integer("channel that delays count from"),
    b: integer("channel that they count to"),
    by: text("file, a time, or a channel that marks where slices begin"),
    complete,
    slices: list(
      exactly({
        from: integer("ticks after the file's first tag"),
        to: integer(
          "ticks after the file's first tag, inclusive; of the last slice, the recording's end or --to",
        ),
        from_s: real("the same in seconds"),
        to_s: real("the same in seconds"),
        delay_s: nullable(real("fitted centre of the peak in seconds; null where no peak stands out")),
        delay_error_s: deviation,
        width_s: nullable(real("full width of the peak at half maximum in seconds")),
        width_error_s: deviation,
        pairs: nullable(real("pairs above the level beside the peak; null of light with a period")),
        pairs_error: deviation,
        peak_counts: nullable(count("pairs in the highest bin")),
        significance: nullable(real("standard deviations of the likeliest peak over what lies beside it")),
        remarks,
      }),
    ),
    drift_s_per_s: nullable(
      real("slope of the straight line through the delays; null under three slices with a delay"),
    ),
    drift_error: nullable(real("one standard error; null where the delays do not lie on a straight line")),
    hints,
    remarks,
    ...tickSeconds,
    error,
  },
  { title: "with --by" },
);
export type DelayByJson = Described<typeof delayBy>;
