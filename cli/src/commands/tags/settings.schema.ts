/** The output of `tagview settings --json`: one object for all inputs. */

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

const number = (description: string) => nullable(real(description));
const deviation = nullable(real("standard error (68 %)"));

export const settings = exactly({
  file,
  files: list(file),
  a: list(integer(), "channels of the first analyser: + and -"),
  b: list(integer(), "channels of the second analyser: + and -"),
  by: text("kind of setting: file, a time, or a channel whose tags begin settings"),
  window: integer("maximum ticks between the tags of a coincidence"),
  delays: dictionary(integer("delay in ticks, subtracted from the channel's times")),
  accidentals_from: word("measured", "rates"),
  complete,
  settings: list(
    exactly({
      name: text("name of the setting, from --names or its files"),
      outcomes: list(
        exactly({
          file,
          from: integer("start in ticks after the file's first tag"),
          to: integer("end in ticks after the file's first tag, inclusive"),
          from_s: real("from in seconds"),
          to_s: real("to in seconds"),
          counts: count("coincidences"),
          accidentals: number("accidentals among counts"),
          accidentals_error: deviation,
        }),
        "the outcomes ++, +-, -+ and --",
      ),
      correlation: number("like outcomes less unlike ones, relative to all"),
      correlation_error: deviation,
      qber: number("unlike outcomes relative to all"),
      qber_error: deviation,
      correlation_corrected: number("correlation without accidentals"),
      correlation_corrected_error: deviation,
      qber_corrected: number("qber without accidentals"),
      qber_corrected_error: deviation,
    }),
  ),
  s: number("CHSH's S of four settings"),
  s_error: deviation,
  s_corrected: number("CHSH's S without accidentals"),
  s_corrected_error: deviation,
  remarks,
  ...tickSeconds,
  error,
});
export type SettingsJson = Described<typeof settings>;
