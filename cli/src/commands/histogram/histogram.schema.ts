/** What `tagview histogram --json` prints. */

import {
  complete,
  count,
  counts,
  type Described,
  error,
  exactly,
  file,
  list,
  nullable,
  real,
  remarks,
  text,
  word,
} from "../../output/json-shapes";

const component = exactly({
  lifetime_s: real("lifetime of this decay in seconds"),
  share: real("share of the counts in this decay"),
});

const fit = exactly({
  lifetime_s: nullable(real("lifetime in seconds; for two decays, their mean weighted by share")),
  lifetime_error_s: nullable(real("one standard error")),
  components: list(component),
  remarks,
});
export type FitJson = Described<typeof fit>;

const histogram = exactly({
  file,
  format: nullable(word("phu", "phd", "hhd", "thd", "text")),
  device: nullable(text("device that recorded the file")),
  start: nullable(text("start time by the clock of the recording computer")),
  comment: nullable(text("the user's comment")),
  curves: list(
    exactly({
      curve: count("number of the curve in the recording program"),
      input: nullable(count("input or routing channel, from 1")),
      start_s: nullable(real("delay of the first bin in seconds; null if the file states no unit")),
      resolution_s: nullable(real("width of a bin in seconds; null if the file states no unit")),
      sync_rate_hz: nullable(real("syncs per second")),
      acquisition_time_s: nullable(real("length of the measurement in seconds, as requested")),
      total: count("sum of the counts"),
      peak: nullable(count("bin with the most counts; null without counts")),
      counts: counts("counts of each bin"),
      fit: nullable(fit),
    }),
  ),
  complete,
  error,
});
export type HistogramJson = Described<typeof histogram>;

export const schemas = { histogram };
