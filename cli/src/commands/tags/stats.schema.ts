/** The output of `tagview stats --json`. */

import {
  clocked,
  complete,
  count,
  type Described,
  error,
  exactly,
  file,
  flag,
  integer,
  list,
  nullable,
  optional,
  real,
  remarks,
  text,
  tickSeconds,
  word,
} from "../../output/json-shapes";

/** Settings of a channel in the file of `--channels`; these keys are missing without it. */
const listed = {
  name: optional(nullable(text("name of the channel"))),
  role: optional(nullable(word("clock", "herald", "signal"))),
  delay: optional(integer("delay in ticks, subtracted from its times")),
};
const listedOf = exactly(listed);
export type Listed = Described<typeof listedOf>;

/** What a header states about a scanned image. */
const image = exactly({
  width: count("pixels of a line"),
  height: count("lines of a frame"),
  line_start: nullable(count("number of the marker that begins a line: marker 1 is channel 101")),
  line_stop: nullable(count("number of the marker that ends a line")),
  frame: nullable(count("number of the marker between two frames")),
  bidirectional: flag("whether every second line was scanned backwards"),
  sin_correction: nullable(real("part of the sinusoidal scan that is used as a line, in percent")),
  time_per_pixel_s: nullable(real("time per pixel in seconds")),
});

/** What a header states about the measurement. */
export const meta = exactly({
  device: nullable(text("device that recorded the file")),
  mode: word("T2", "T3"),
  resolution_s: nullable(real("length of a tick in seconds")),
  delay_resolution_s: nullable(real("unit of the delays of T3 records in seconds; null in T2")),
  sync_rate_hz: nullable(real("syncs per second")),
  sync_period_s: nullable(real("sync period in seconds; null in T2")),
  acquisition_time_s: nullable(real("length of the measurement in seconds, as requested")),
  start: nullable(text("start time by the clock of the recording computer")),
  comment: nullable(text("the user's comment")),
  input_names: nullable(list(text("the user's name of an input"))),
  image: nullable(image),
});

export const stats = exactly({
  file,
  bytes: count("size of the file, or bytes read if the size is unknown"),
  frames: count("zstd frames that hold data"),
  messages: count("Cap'n Proto messages"),
  tags: count(),
  format: nullable(text("format of the recording, or of its source, if that is another maker's or a text")),
  device: nullable(text("device that recorded the file; null if the file does not state it")),
  meta: nullable(meta),
  ...clocked,
  ...tickSeconds,
  first: nullable(integer("time of the first tag in ticks")),
  last: nullable(integer("time of the last tag in ticks")),
  span_s: nullable(real("time from the first to the last tag in seconds")),
  out_of_order: count("tags earlier than the tag before them"),
  sound_tags: nullable(
    count("tags before the first one that is too late to be sorted; null if all can be sorted"),
  ),
  sound_until: nullable(integer("time of the last of these tags in ticks")),
  doubtful_tags: count("tags read from frames with a wrong checksum, before any selection"),
  passed_over: count("bytes of skippable frames of other programs"),
  complete,
  error,
  follow: optional(
    exactly({
      state: word("following", "finished", "truncated", "replaced"),
      pending: count("bytes of an incomplete frame at the end of the file"),
    }),
  ),
  channels: list(
    exactly({
      channel: integer(),
      tags: count(),
      rate_hz: nullable(real("tags per second; null if the span is 0 or times go back")),
      first: integer("time of the first tag in ticks"),
      last: integer("time of the last tag in ticks"),
      min_gap: nullable(
        integer("shortest time between successive tags in ticks; null for fewer than two tags"),
      ),
      rate_corrected_hz: optional(
        nullable(
          real(
            "rate_hz corrected for the dead time; null if rate times dead time is 1 or more; absent without --dead-time",
          ),
        ),
      ),
      ...listed,
    }),
  ),
  remarks,
});
export type StatsJson = Described<typeof stats>;
