/** The output of `tagview hom --json`: one object for all inputs. */

import * as s from "../../output/json-shapes";

const fitted = (description: string) => s.nullable(s.real(description));
const standardError = s.nullable(s.real("one standard error"));

export const hom = s.exactly({
  file: s.file,
  files: s.list(s.file),
  a: s.integer(),
  b: s.integer(),
  by: s.text("kind of row: file, a time, or a channel whose tags begin rows"),
  window: s.integer("maximum ticks between the tags of a coincidence"),
  delays: s.dictionary(s.integer("delay in ticks, subtracted from the channel's times")),
  complete: s.complete,
  rows: s.list(
    s.exactly({
      file: s.file,
      from: s.integer("start in ticks after the file's first tag"),
      to: s.integer(
        "end in ticks after the file's first tag, inclusive; for the last slice, the recording's end or --to",
      ),
      from_s: s.real("from in seconds"),
      to_s: s.real("to in seconds"),
      position: s.real("position of the scanned setting, from --positions"),
      counts: s.count("coincidences"),
      tags_a: s.count(),
      tags_b: s.count(),
      exposure: s.real("exposure, to which coincidences without interference are proportional"),
      expected: fitted("coincidences that the fit predicts"),
    }),
  ),
  shape: s.word("dip", "fringe"),
  visibility: fitted("visibility of the interference"),
  visibility_error: standardError,
  centre: fitted("position of the dip's minimum"),
  centre_error: standardError,
  fwhm: fitted("full width of a dip at half its depth"),
  fwhm_error: standardError,
  period: fitted("period of a fringe"),
  period_error: standardError,
  phase: fitted("phase of a fringe at position 0, in radians"),
  phase_error: standardError,
  level: fitted("coincidences without interference at the mean exposure"),
  level_error: standardError,
  deviance: fitted("deviance: twice the log likelihood ratio of counts equal to the expected ones"),
  true_deviance: fitted("expected deviance of a true model"),
  true_deviance_spread: fitted("standard deviation of true_deviance"),
  remarks: s.remarks,
  ...s.tickSeconds,
  error: s.error,
});
export type HomJson = s.Described<typeof hom>;
