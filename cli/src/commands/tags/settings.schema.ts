/** The output of `tagview settings --json`: one object for all inputs. */

import * as s from "../../output/json-shapes";

const number = (description: string) => s.nullable(s.real(description));
const deviation = s.nullable(s.real("standard error (68 %)"));

export const settings = s.exactly({
  file: s.file,
  files: s.list(s.file),
  a: s.list(s.integer(), "channels of the first analyser: + and -"),
  b: s.list(s.integer(), "channels of the second analyser: + and -"),
  by: s.text("kind of setting: file, a time, or a channel whose tags begin settings"),
  window: s.integer("maximum ticks between the tags of a coincidence"),
  delays: s.dictionary(s.integer("delay in ticks, subtracted from the channel's times")),
  accidentals_from: s.word("measured", "rates"),
  complete: s.complete,
  settings: s.list(
    s.exactly({
      name: s.text("name of the setting, from --names or its files"),
      outcomes: s.list(
        s.exactly({
          file: s.file,
          from: s.integer("start in ticks after the file's first tag"),
          to: s.integer("end in ticks after the file's first tag, inclusive"),
          from_s: s.real("from in seconds"),
          to_s: s.real("to in seconds"),
          counts: s.count("coincidences"),
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
  remarks: s.remarks,
  ...s.tickSeconds,
  error: s.error,
});
export type SettingsJson = s.Described<typeof settings>;
