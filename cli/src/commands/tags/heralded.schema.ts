/** The output of `tagview heralded --json`. */

import * as s from "../../output/json-shapes";

export const heralded = s.exactly({
  file: s.file,
  herald: s.integer("heralding channel"),
  a: s.integer("channel of the first detector"),
  b: s.integer("channel of the second detector"),
  window: s.integer("maximum ticks between the herald and a tag, before or after"),
  delays: s.dictionary(s.integer("delay in ticks, subtracted from the channel's times")),
  span: s.nullable(s.integer("time from the first to the last tag in ticks")),
  complete: s.complete,
  tags_herald: s.count(),
  tags_a: s.count(),
  tags_b: s.count(),
  herald_a: s.count("heralds with at least one tag of a within the window"),
  herald_b: s.count("heralds with at least one tag of b within the window"),
  herald_a_b: s.count("heralds with tags of both a and b within the window"),
  g2: s.nullable(s.real("herald_a_b * tags_herald / (herald_a * herald_b)")),
  g2_error: s.nullable(s.real("one standard error (68 %); null for herald_a_b below 20")),
  g2_interval: s.nullable(s.interval("68 % interval, for herald_a_b below 20")),
  g2_upper: s.nullable(s.real("95 % upper limit, for herald_a_b below 20")),
  hints: s.hints,
  remarks: s.remarks,
  moved: s.count("number of tags that were out of order and were sorted"),
  ...s.tickSeconds,
  ...s.scanned,
  ...s.summed,
  error: s.error,
});
export type HeraldedJson = s.Described<typeof heralded>;
