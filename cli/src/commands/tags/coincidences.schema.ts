/** The output of `tagview coincidences --json`. */

import {
  clocked,
  complete,
  count,
  counts,
  type Described,
  dictionary,
  error,
  exactly,
  file,
  hints,
  integer,
  integers,
  interval,
  list,
  nullable,
  real,
  remarks,
  summed,
  text,
  tickSeconds,
} from "../../output/json-shapes";

export const coincidences = exactly({
  file,
  window: integer(
    "maximum ticks from the earliest to the latest tag; a pair has 2 window + 1 possible delays",
  ),
  delays: dictionary(integer("delay in ticks, subtracted from the channel's times")),
  period: nullable(real("requested pulse period in ticks; null without a period")),
  displaced_from: nullable(
    integer(
      "displacement in ticks of the first window that measures accidentals; with a period, whole periods",
    ),
  ),
  displaced_to: nullable(integer("displacement in ticks at which a pair's last window ends")),
  span: nullable(integer("time from the first to the last tag in ticks")),
  complete,
  patterns: list(
    exactly({
      channels: integers(),
      tags: counts("tags of each channel"),
      counts: count("coincidences"),
      counts_error: nullable(real("one standard error (68 %); null below 20 counts")),
      counts_interval: nullable(interval("68 % interval; null for 20 counts or more")),
      counts_upper: nullable(real("95 % upper limit; null for 20 counts or more")),
      dispersion: real(
        "variance of the coincidences over time divided by that of Poisson counts, at least 1",
      ),
      accidentals: nullable(real("accidental coincidences that CAR and efficiency use")),
      accidentals_error: nullable(real("one standard error (68 %)")),
      accidentals_from: text('"measured" or "rates": source of accidentals, CAR and efficiency'),
      accidentals_by: nullable(
        list(
          exactly({
            groups: list(list(integer("channel"))),
            counts: real("measured accidental coincidences of these groups"),
          }),
        ),
      ),
      accidentals_rates: nullable(real("accidentals from mean rates, T prod(N_i / T) ((w + 1)^n - w^n)")),
      accidentals_rates_error: nullable(real("one standard error (68 %)")),
      accidentals_measured: nullable(real("mean of the coincidences in displaced windows")),
      accidentals_measured_error: nullable(real("one standard error (68 %)")),
      accidentals_measured_interval: nullable(
        interval("68 % interval; null if the counts suffice for an error"),
      ),
      car: nullable(real("coincidences divided by accidentals, minus 1")),
      car_error: nullable(real("one standard error (68 %); null below 20 counts")),
      car_interval: nullable(interval("68 % interval; null for 20 counts or more")),
      car_upper: nullable(real("95 % upper limit; null for 20 counts or more")),
      efficiency: nullable(dictionary(nullable(real("Klyshko efficiency of the channel; for pairs only")))),
      efficiency_error: nullable(dictionary(nullable(real("one standard error (68 %)")))),
      efficiency_interval: nullable(
        dictionary(nullable(interval("68 % interval; null for 20 counts or more"))),
      ),
      remarks,
    }),
  ),
  hints,
  moved: count("number of tags that were out of order and were sorted"),
  ...tickSeconds,
  ...clocked,
  ...summed,
  error,
});
export type CoincidencesJson = Described<typeof coincidences>;

/** With `--by`. */
export const coincidencesBy = exactly(
  {
    file,
    by: text("file, a time, or a channel whose tags begin slices"),
    window: integer("maximum ticks from the earliest to the latest tag"),
    delays: dictionary(integer("delay in ticks, subtracted from the channel's times")),
    period: nullable(real("requested pulse period in ticks; null without a period")),
    complete,
    slices: list(
      exactly({
        from: integer("start in ticks after the file's first tag"),
        to: integer(
          "end in ticks after the file's first tag, inclusive; for the last slice, the recording's end or --to",
        ),
        from_s: real("from in seconds"),
        to_s: real("to in seconds"),
        span: nullable(integer("time from the first to the last tag of the slice in ticks")),
        patterns: coincidences.properties.patterns,
      }),
    ),
    ...tickSeconds,
    error,
  },
  { title: "with --by" },
);
export type CoincidencesByJson = Described<typeof coincidencesBy>;
