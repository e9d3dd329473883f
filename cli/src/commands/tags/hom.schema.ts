/** The output of `tagview hom --json`: one object for all inputs. */

import * as s from "../../output/json-shapes";
import * as core from "../../output/shapes/tags.generated";

export const hom = s.exactly({
  file: s.file,
  files: s.list(s.file),
  ...s.fields(core.Delay, "a", "b"),
  by: s.text("kind of row: file, a time, or a channel whose tags begin rows"),
  window: s.integer("maximum ticks between the tags of a coincidence"),
  delays: s.delays,
  complete: s.complete,
  rows: s.list(
    s.exactly({
      file: s.file,
      ...s.slice,
      position: s.real("position of the scanned setting, from --positions"),
      counts: s.count("coincidences"),
      tags_a: s.count(),
      tags_b: s.count(),
      exposure: s.real("exposure, to which coincidences without interference are proportional"),
      expected: s.nullable(s.real("coincidences that the fit predicts")),
    }),
  ),
  ...s.without(core.Interference, "expected"),
  shape: s.word("dip", "fringe"),
  ...s.tickSeconds,
  error: s.error,
});
export type HomJson = s.Described<typeof hom>;
