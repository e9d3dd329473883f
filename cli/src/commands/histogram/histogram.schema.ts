/** What `tagview histogram --json` prints. */

import * as s from "../../output/json-shapes";
import * as core from "../../output/shapes/tags.generated";

const component = s.exactly({
  lifetime_s: s.real("lifetime of this decay in seconds"),
  share: s.real("share of the counts in this decay"),
});

const fit = s.exactly({
  lifetime_s: s.nullable(s.real("lifetime in seconds; for two decays, their mean weighted by share")),
  lifetime_error_s: s.nullable(s.real("one standard error")),
  components: s.list(component),
  remarks: s.remarks,
});
export type FitJson = s.Described<typeof fit>;

const histogram = s.exactly({
  file: s.file,
  format: s.nullable(s.word("phu", "phd", "hhd", "thd", "text")),
  device: s.nullable(s.text("device that recorded the file")),
  start: s.nullable(s.text("start time by the clock of the recording computer")),
  comment: s.nullable(s.text("the user's comment")),
  curves: s.list(
    s.exactly({
      ...core.HistogramCurve.properties,
      fit: s.nullable(fit),
    }),
  ),
  complete: s.complete,
  error: s.error,
});
export type HistogramJson = s.Described<typeof histogram>;

export const schemas = { histogram };
