/** The output of `tagview coincidences --json`. */

import {
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
  window: integer("ticks from the earliest to the latest tag, at most: of a pair, 2 window + 1 ticks count"),
  delays: dictionary(integer("ticks that are subtracted from the channel's times")),
  period: nullable(real("ticks from one pulse of light to the next, as requested; null without a period")),
  displaced_from: nullable(
    integer(
      "ticks by which the windows are displaced that measure accidentals; with a period, whole periods",
    ),
  ),
  displaced_to: nullable(integer("ticks where the last of a pair's ends")),
  span: nullable(integer("from the first to the last tag in ticks")),
  complete,
  patterns: list(
    exactly({
      channels: integers(),
      tags: counts("tags of each channel"),
      counts: count("coincidences"),
      counts_error: nullable(real("one standard error (68 %); null below 20 counts")),
      counts_interval: nullable(interval("68 %; null from 20 counts on")),
      counts_upper: nullable(real("upper limit of 95 %; null from 20 counts on")),
      dispersion: real(
        "variance of the coincidences over time in that of Poisson's distribution, at least 1",
      ),
      accidentals: nullable(real("coincidences by chance: those that CAR and efficiency use")),
      accidentals_error: nullable(real("one standard error (68 %)")),
      accidentals_from: text('"measured" or "rates": what accidentals, CAR and efficiency use'),
      accidentals_by: nullable(
        list(
          exactly({
            groups: list(list(integer("channel"))),
            counts: real("coincidences of these groups by chance, measured"),
          }),
        ),
      ),
      accidentals_rates: nullable(real("from mean rates, T prod(N_i / T) ((w + 1)^n - w^n)")),
      accidentals_rates_error: nullable(real("one standard error (68 %)")),
      accidentals_measured: nullable(real("mean of the coincidences in displaced windows")),
      accidentals_measured_error: nullable(real("one standard error (68 %)")),
      accidentals_measured_interval: nullable(interval("68 %; of few counts")),
      car: nullable(real("ratio of coincidences to accidentals, less 1")),
      car_error: nullable(real("one standard error (68 %); null below 20 counts")),
      car_interval: nullable(interval("68 %; null from 20 counts on")),
      car_upper: nullable(real("upper limit of 95 %; null from 20 counts on")),
      efficiency: nullable(dictionary(nullable(real("Klyshko's efficiency of the channel; of pairs only")))),
      efficiency_error: nullable(dictionary(nullable(real("one standard error (68 %)")))),
      efficiency_interval: nullable(dictionary(nullable(interval("68 %; null from 20 counts on")))),
      remarks,
    }),
  ),
  hints,
  moved: count("tags out of order that were put in order"),
  ...tickSeconds,
  ...summed,
  error,
});
export type CoincidencesJson = Described<typeof coincidences>;

/** With `--by`. */
export const coincidencesBy = exactly(
  {
    file,
    by: text("file, a time, or a channel that marks where slices begin"),
    window: integer("ticks from the earliest to the latest tag, at most"),
    delays: dictionary(integer("ticks that are subtracted from the channel's times")),
    period: nullable(real("ticks from one pulse of light to the next, as requested; null without a period")),
    complete,
    slices: list(
      exactly({
        from: integer("ticks after the file's first tag"),
        to: integer(
          "ticks after the file's first tag, inclusive; of the last slice, the recording's end or --to",
        ),
        from_s: real("the same in seconds"),
        to_s: real("the same in seconds"),
        span: nullable(integer("from the first to the last tag of the slice in ticks")),
        patterns: coincidences.properties.patterns,
      }),
    ),
    ...tickSeconds,
    error,
  },
  { title: "with --by" },
);
export type CoincidencesByJson = Described<typeof coincidencesBy>;
