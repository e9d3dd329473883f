/** What `tagview histogram --json` prints. */

import * as s from "../../output/json-shapes";

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
      curve: s.count("number of the curve in the recording program"),
      input: s.nullable(s.count("input or routing channel, from 1")),
      start_s: s.nullable(s.real("delay of the first bin in seconds; null if the file states no unit")),
      resolution_s: s.nullable(s.real("width of a bin in seconds; null if the file states no unit")),
      sync_rate_hz: s.nullable(s.real("syncs per second")),
      acquisition_time_s: s.nullable(s.real("length of the measurement in seconds, as requested")),
      total: s.count("sum of the counts"),
      peak: s.nullable(s.count("bin with the most counts; null without counts")),
      counts: s.counts("counts of each bin"),
      fit: s.nullable(fit),
    }),
  ),
  complete: s.complete,
  error: s.error,
});
export type HistogramJson = s.Described<typeof histogram>;

export const schemas = { histogram };
