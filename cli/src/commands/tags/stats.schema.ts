/** The output of `tagview stats --json`. */

import * as s from "../../output/json-shapes";

/** Settings of a channel in the file of `--channels`; these keys are missing without it. */
const listed = {
  name: s.optional(s.nullable(s.text("name of the channel"))),
  role: s.optional(s.nullable(s.word("clock", "herald", "signal"))),
  delay: s.optional(s.integer("delay in ticks, subtracted from its times")),
};
const listedOf = s.exactly(listed);
export type Listed = s.Described<typeof listedOf>;

/** What a header states about a scanned image. */
const image = s.exactly({
  width: s.count("pixels of a line"),
  height: s.count("lines of a frame"),
  line_start: s.nullable(s.count("number of the marker that begins a line: marker 1 is channel 101")),
  line_stop: s.nullable(s.count("number of the marker that ends a line")),
  frame: s.nullable(s.count("number of the marker between two frames")),
  bidirectional: s.flag("whether every second line was scanned backwards"),
  sin_correction: s.nullable(
    s.real("share of the amplitude of a sinusoidal mirror that a line covers, in percent"),
  ),
  time_per_pixel_s: s.nullable(s.real("time per pixel in seconds")),
});

/** What a header states about the measurement. */
export const meta = s.exactly({
  device: s.nullable(s.text("device that recorded the file")),
  mode: s.word("T2", "T3"),
  resolution_s: s.nullable(s.real("length of a tick in seconds")),
  delay_resolution_s: s.nullable(s.real("unit of the delays of T3 records in seconds; null in T2")),
  sync_rate_hz: s.nullable(s.real("syncs per second")),
  sync_period_s: s.nullable(s.real("sync period in seconds; null in T2")),
  acquisition_time_s: s.nullable(s.real("length of the measurement in seconds, as requested")),
  start: s.nullable(s.text("start time by the clock of the recording computer")),
  comment: s.nullable(s.text("the user's comment")),
  input_names: s.nullable(s.list(s.text("the user's name of an input"))),
  image: s.nullable(image),
});

export const stats = s.exactly({
  file: s.file,
  bytes: s.count("size of the file, or bytes read if the size is unknown"),
  frames: s.count("zstd frames that hold data"),
  messages: s.count("Cap'n Proto messages"),
  tags: s.count(),
  format: s.nullable(s.text("format of the recording, or of its source if that has another format")),
  device: s.nullable(s.text("device that recorded the file; null if the file does not state it")),
  meta: s.nullable(meta),
  ...s.scanned,
  ...s.tickSeconds,
  first: s.nullable(s.integer("time of the first tag in ticks")),
  last: s.nullable(s.integer("time of the last tag in ticks")),
  span_s: s.nullable(s.real("time from the first to the last tag in seconds")),
  out_of_order: s.count("tags earlier than the tag before them"),
  sound_tags: s.nullable(
    s.count("tags before the first one that is too late to be sorted; null if all can be sorted"),
  ),
  sound_until: s.nullable(s.integer("time of the last of these tags in ticks")),
  doubtful_tags: s.count("tags read from frames with a wrong checksum, before any selection"),
  passed_over: s.count("bytes of skippable frames of other programs"),
  complete: s.complete,
  error: s.error,
  follow: s.optional(
    s.exactly({
      state: s.word("following", "finished", "truncated", "replaced"),
      pending: s.count("bytes of an incomplete frame at the end of the file"),
    }),
  ),
  channels: s.list(
    s.exactly({
      channel: s.integer(),
      tags: s.count(),
      rate_hz: s.nullable(s.real("tags per second; null if the span is 0 or times go back")),
      first: s.integer("time of the first tag in ticks"),
      last: s.integer("time of the last tag in ticks"),
      min_gap: s.nullable(
        s.integer("shortest time between successive tags in ticks; null for fewer than two tags"),
      ),
      rate_corrected_hz: s.optional(
        s.nullable(
          s.real(
            "rate_hz corrected for the dead time; null if rate times dead time is 1 or more; absent without --dead-time",
          ),
        ),
      ),
      ...listed,
    }),
  ),
  remarks: s.remarks,
});
export type StatsJson = s.Described<typeof stats>;
