/** The output of `tagview settings --json`: one object for all inputs. */

import * as s from "../../output/json-shapes";
import * as core from "../../output/shapes/tags.generated";

export const settings = s.exactly({
  file: s.file,
  files: s.list(s.file),
  a: s.list(s.integer(), "channels of the first analyser: + and -"),
  b: s.list(s.integer(), "channels of the second analyser: + and -"),
  by: s.text("kind of setting: file, a time, or a channel whose tags begin settings"),
  window: s.integer("maximum ticks between the tags of a coincidence"),
  delays: s.delays,
  accidentals_from: s.word("measured", "rates"),
  complete: s.complete,
  settings: s.list(
    s.exactly({
      name: s.text("name of the setting, from --names or its files"),
      outcomes: s.list(
        s.exactly({
          file: s.file,
          ...s.slice,
          counts: s.count("coincidences"),
          accidentals: s.nullable(s.real("accidentals among counts")),
          accidentals_error: s.nullable(s.real("standard error (68 %)")),
        }),
        "the outcomes ++, +-, -+ and --",
      ),
      ...core.SettingCorrelation.properties,
    }),
  ),
  ...s.without(core.SettingCorrelations, "settings"),
  ...s.tickSeconds,
  error: s.error,
});
export type SettingsJson = s.Described<typeof settings>;
