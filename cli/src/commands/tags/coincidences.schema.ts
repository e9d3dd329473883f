/** What `tagview coincidences --json` prints. */

import {
  complete,
  count,
  counts,
  type Described,
  dictionary,
  error,
  exactly,
  file,
  integer,
  integers,
  list,
  nullable,
  real,
  text,
} from "../../output/json-shapes";

export const coincidences = exactly({
  file,
  window: integer("ticks from the earliest to the latest tag, at most"),
  delays: dictionary(integer("ticks that are subtracted from the channel's times")),
  span: nullable(integer("from the first to the last tag in ticks")),
  complete,
  patterns: list(
    exactly({
      channels: integers(),
      tags: counts("tags of each channel"),
      counts: count("coincidences"),
      counts_error: real("one standard deviation"),
      accidentals: nullable(real("coincidences that independent Poisson channels would give")),
      accidentals_measured: real("mean of the coincidences in displaced windows"),
      accidentals_measured_error: real("one standard deviation"),
      car: nullable(real("ratio of coincidences to accidentals")),
      car_error: nullable(real("one standard deviation")),
      efficiency: nullable(dictionary(nullable(real("Klyshko's efficiency of the channel; of pairs only")))),
      efficiency_error: nullable(dictionary(nullable(real("one standard deviation")))),
    }),
  ),
  moved: count("tags out of order that were put in order"),
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
    complete,
    slices: list(
      exactly({
        from: integer("ticks after the file's first tag"),
        to: integer("ticks after the file's first tag, inclusive"),
        span: nullable(integer("from the first to the last tag of the slice in ticks")),
        patterns: coincidences.properties.patterns,
      }),
    ),
    error,
  },
  { title: "with --by" },
);
export type CoincidencesByJson = Described<typeof coincidencesBy>;
