/** The output of `tagview coincidences --json`. */

import * as s from "../../output/json-shapes";

export const coincidences = s.exactly({
  file: s.file,
  window: s.integer(
    "maximum ticks from the earliest to the latest tag; a pair has 2 window + 1 possible delays",
  ),
  delays: s.dictionary(s.integer("delay in ticks, subtracted from the channel's times")),
  period: s.nullable(s.real("requested pulse period in ticks; null without a period")),
  displaced_from: s.nullable(
    s.integer(
      "displacement in ticks of the first window that measures accidentals; with a period, whole periods",
    ),
  ),
  displaced_to: s.nullable(s.integer("displacement in ticks at which a pair's last window ends")),
  span: s.nullable(s.integer("time from the first to the last tag in ticks")),
  complete: s.complete,
  patterns: s.list(
    s.exactly({
      channels: s.integers(),
      tags: s.counts("tags of each channel"),
      counts: s.count("coincidences"),
      counts_error: s.nullable(s.real("one standard error (68 %); null below 20 counts")),
      counts_interval: s.nullable(s.interval("68 % interval; null for 20 counts or more")),
      counts_upper: s.nullable(s.real("95 % upper limit; null for 20 counts or more")),
      dispersion: s.real(
        "variance of the coincidences over time divided by that of Poisson counts, at least 1",
      ),
      accidentals: s.nullable(s.real("accidental coincidences that CAR and efficiency use")),
      accidentals_error: s.nullable(s.real("one standard error (68 %)")),
      accidentals_from: s.text('"measured" or "rates": source of accidentals, CAR and efficiency'),
      accidentals_by: s.nullable(
        s.list(
          s.exactly({
            groups: s.list(s.list(s.integer("channel"))),
            counts: s.real("measured accidental coincidences of these groups"),
          }),
        ),
      ),
      accidentals_rates: s.nullable(s.real("accidentals from mean rates, T prod(N_i / T) ((w + 1)^n - w^n)")),
      accidentals_rates_error: s.nullable(s.real("one standard error (68 %)")),
      accidentals_measured: s.nullable(s.real("mean of the coincidences in displaced windows")),
      accidentals_measured_error: s.nullable(s.real("one standard error (68 %)")),
      accidentals_measured_interval: s.nullable(
        s.interval("68 % interval; null if the counts suffice for an error"),
      ),
      car: s.nullable(s.real("coincidences divided by accidentals, minus 1")),
      car_error: s.nullable(s.real("one standard error (68 %); null below 20 counts")),
      car_interval: s.nullable(s.interval("68 % interval; null for 20 counts or more")),
      car_upper: s.nullable(s.real("95 % upper limit; null for 20 counts or more")),
      efficiency: s.nullable(
        s.dictionary(s.nullable(s.real("Klyshko efficiency of the channel; for pairs only"))),
      ),
      efficiency_error: s.nullable(s.dictionary(s.nullable(s.real("one standard error (68 %)")))),
      efficiency_interval: s.nullable(
        s.dictionary(s.nullable(s.interval("68 % interval; null for 20 counts or more"))),
      ),
      remarks: s.remarks,
    }),
  ),
  hints: s.hints,
  moved: s.count("number of tags that were out of order and were sorted"),
  ...s.tickSeconds,
  ...s.scanned,
  ...s.summed,
  error: s.error,
});
export type CoincidencesJson = s.Described<typeof coincidences>;

/** With `--by`. */
export const coincidencesBy = s.exactly(
  {
    file: s.file,
    by: s.text("file, a time, or a channel whose tags begin slices"),
    window: s.integer("maximum ticks from the earliest to the latest tag"),
    delays: s.dictionary(s.integer("delay in ticks, subtracted from the channel's times")),
    period: s.nullable(s.real("requested pulse period in ticks; null without a period")),
    complete: s.complete,
    slices: s.list(
      s.exactly({
        from: s.integer("start in ticks after the file's first tag"),
        to: s.integer(
          "end in ticks after the file's first tag, inclusive; for the last slice, the recording's end or --to",
        ),
        from_s: s.real("from in seconds"),
        to_s: s.real("to in seconds"),
        span: s.nullable(s.integer("time from the first to the last tag of the slice in ticks")),
        patterns: coincidences.properties.patterns,
      }),
    ),
    ...s.tickSeconds,
    error: s.error,
  },
  { title: "with --by" },
);
export type CoincidencesByJson = s.Described<typeof coincidencesBy>;
