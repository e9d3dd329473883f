/** The output of `tagview stats --json`. */

import * as s from "../../output/json-shapes";
import * as core from "../../output/shapes/tags.generated";

/** Settings of a channel in the file of `--channels`; these keys are missing without it. */
const listed = {
  name: s.optional(s.nullable(s.text("name of the channel"))),
  role: s.optional(s.nullable(s.word("clock", "herald", "signal"))),
  delay: s.optional(s.integer("delay in ticks, subtracted from its times")),
};
const listedOf = s.exactly(listed);
export type Listed = s.Described<typeof listedOf>;

export const stats = s.exactly({
  file: s.file,
  bytes: s.count("size of the file, or bytes read if the size is unknown"),
  frames: s.count("zstd frames that hold data"),
  messages: s.count("Cap'n Proto messages"),
  tags: s.count(),
  format: s.nullable(s.text("format of the recording, or of its source if that has another format")),
  device: s.nullable(s.text("device that recorded the file; null if the file does not state it")),
  meta: s.nullable(core.RecordingMeta),
  ...s.scanned,
  ...s.tickSeconds,
  ...s.fields(core.Summary, "first", "last", "span"),
  span_s: s.nullable(s.real("span in seconds")),
  ...s.fields(core.Summary, "out_of_order", "sound_tags", "sound_until"),
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
      ...s.fields(core.SummaryChannel, "channel", "tags"),
      rate_hz: s.nullable(s.real("tags per second; null without a span, or if it is 0")),
      ...s.fields(core.SummaryChannel, "first", "last", "min_gap"),
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
