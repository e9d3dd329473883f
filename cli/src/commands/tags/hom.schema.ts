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
  by: text("what a row is: file, a time, or a channel that marks where rows begin"),
  window: integer("ticks between the tags of a coincidence, at most"),
  delays: dictionary(integer("ticks that are subtracted from the channel's times")),
  complete,
  rows: list(
    exactly({
      file,
      from: integer("ticks after the file's first tag"),
      to: integer(
        "ticks after the file's first tag, inclusive; of the last slice, the recording's end or --to",
      ),
      from_s: real("the same in seconds"),
      to_s: real("the same in seconds"),
      position: real("of the setting that is scanned, as given with --positions"),
      counts: count("coincidences"),
      tags_a: count(),
      tags_b: count(),
      exposure: real("what coincidences are proportional to without interference"),
      expected: fitted("coincidences by the fit"),
    }),
  ),
  shape: word("dip", "fringe"),
  visibility: fitted("of the interference"),
  visibility_error: deviation,
  centre: fitted("position of a dip's bottom"),
  centre_error: deviation,
  fwhm: fitted("of a dip, at half of its depth"),
  fwhm_error: deviation,
  period: fitted("of a fringe"),
  period_error: deviation,
  phase: fitted("of a fringe at position 0, radians"),
  phase_error: deviation,
  level: fitted("coincidences without interference at the mean exposure"),
  level_error: deviation,
  deviance: fitted("twice the logarithm of how much likelier counts exactly as expected would be"),
  true_deviance: fitted("expected deviance of a true model"),
  true_deviance_spread: fitted("its standard deviation"),
  remarks,
  ...tickSeconds,
  error,
});
export type HomJson = Described<typeof hom>;
