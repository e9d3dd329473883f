/** The output of `tagview hom --json`: one object for all inputs. */

import {
  complete,
  count,
  type Described,
  dictionary,
  error,
  exactly,
  file,
  integer,
  list,
  nullable,
  real,
  remarks,
  text,
  tickSeconds,
  word,
} from "../../output/json-shapes";

const fitted = (description: string) => nullable(real(description));
const deviation = nullable(real("one standard deviation"));

export const hom = exactly({
  file,
  files: list(file),
  a: integer(),
  b: integer(),
  by: text("kind of row: file, a time, or a channel whose tags begin rows"),
  window: integer("maximum ticks between the tags of a coincidence"),
  delays: dictionary(integer("delay in ticks, subtracted from the channel's times")),
  complete,
  rows: list(
    exactly({
      file,
      from: integer("start in ticks after the file's first tag"),
      to: integer(
        "end in ticks after the file's first tag, inclusive; for the last slice, the recording's end or --to",
      ),
      from_s: real("from in seconds"),
      to_s: real("to in seconds"),
      position: real("position of the scanned setting, from --positions"),
      counts: count("coincidences"),
      tags_a: count(),
      tags_b: count(),
      exposure: real("exposure, to which coincidences without interference are proportional"),
      expected: fitted("coincidences that the fit predicts"),
    }),
  ),
  shape: word("dip", "fringe"),
  visibility: fitted("visibility of the interference"),
  visibility_error: deviation,
  centre: fitted("position of the dip's minimum"),
  centre_error: deviation,
  fwhm: fitted("full width of a dip at half its depth"),
  fwhm_error: deviation,
  period: fitted("period of a fringe"),
  period_error: deviation,
  phase: fitted("phase of a fringe at position 0, in radians"),
  phase_error: deviation,
  level: fitted("coincidences without interference at the mean exposure"),
  level_error: deviation,
  deviance: fitted("deviance: twice the log likelihood ratio of counts equal to the expected ones"),
  true_deviance: fitted("expected deviance of a true model"),
  true_deviance_spread: fitted("standard deviation of true_deviance"),
  remarks,
  ...tickSeconds,
  error,
});
export type HomJson = Described<typeof hom>;
