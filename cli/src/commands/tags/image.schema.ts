/** What `tagview image --json` prints. */

import * as s from "../../output/json-shapes";

export const image = s.exactly({
  file: s.file,
  width: s.count("pixels of a line"),
  height: s.count("lines of a frame"),
  sin_correction: s.nullable(
    s.real("share of the amplitude of a sinusoidal mirror in percent; null for a constant speed"),
  ),
  channels: s.nullable(s.list(s.integer("channels whose photons are counted; null for all inputs"))),
  complete: s.complete,
  frames: s.count("frames, which are summed"),
  frame_starts: s.integers("time of the first line of each frame in ticks; empty without frame markers"),
  frame_lines: s.counts("number of lines of each frame"),
  lines: s.count(),
  lines_without_stop: s.count("lines without a stop marker"),
  stops_without_start: s.count("stop markers without a line before them"),
  tags: s.count("photons on the selected channels"),
  counts: s.count("photons in pixels"),
  outside: s.count("photons before, between and after lines"),
  unfinished: s.count("photons in lines without a stop marker"),
  beyond: s.count("photons in lines beyond the height of the image"),
  without_delay: s.count("photons without a microtime, in T3 mode"),
  max: s.count("photons in the brightest pixel"),
  region: s.exactly({
    x_from: s.count("first column of the decay"),
    x_to: s.count("last column of the decay"),
    y_from: s.count("first line of the decay"),
    y_to: s.count("last line of the decay"),
  }),
  decay: s.counts("photons of the region by their delay after the sync, in bins of a tick"),
  mean_delay: s.nullable(s.real("mean delay of the photons in the region, ticks; null in T2 mode")),
  mean_delay_s: s.nullable(s.real("mean_delay in seconds")),
  period: s.nullable(s.real("sync period in ticks; null in T2 mode")),
  remarks: s.remarks,
  ...s.ordered,
  ...s.tickSeconds,
  error: s.error,
});
export type ImageJson = s.Described<typeof image>;
