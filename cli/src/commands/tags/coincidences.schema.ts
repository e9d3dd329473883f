/** The output of `tagview coincidences --json`. */

import * as s from "../../output/json-shapes";
import * as core from "../../output/shapes/tags.generated";

const pattern = s.exactly({
  ...core.CoincidencePattern.properties,
  accidentals_from: core.Coincidence.properties.accidentals_from,
});
const { window, displaced_from, displaced_to, period, span, hints } = core.Coincidence.properties;

export const coincidences = s.exactly({
  file: s.file,
  ...{ window, period, span, hints },
  delays: s.delays,
  displaced_from: s.nullable(displaced_from),
  displaced_to: s.nullable(displaced_to),
  patterns: s.list(pattern),
  complete: s.complete,
  ...s.sortedScan,
});
export type CoincidencesJson = s.Described<typeof coincidences>;

/** With `--by`. */
export const coincidencesBy = s.exactly(
  {
    file: s.file,
    by: s.text("file, a time, or a channel whose tags begin slices"),
    ...{ window, period },
    delays: s.delays,
    complete: s.complete,
    slices: s.list(
      s.exactly({
        ...s.slice,
        span,
        patterns: s.list(pattern),
      }),
    ),
    ...s.tickSeconds,
    error: s.error,
  },
  { title: "with --by" },
);
export type CoincidencesByJson = s.Described<typeof coincidencesBy>;
