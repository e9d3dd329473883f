/** The output of `tagview pairs --json`. */

import * as s from "../../output/json-shapes";
import { centre, details, peak } from "./peak.schema";

export const pair = s.exactly({
  a: s.integer("start channel (delay 0)"),
  b: s.integer("stop channel"),
  tags_a: s.count(),
  tags_b: s.count(),
  counts: s.count("pairs of tags in the range"),
  ...peak,
  ...centre,
  ...details,
});
export type PairJson = s.Described<typeof pair>;

export const pairs = s.exactly({
  file: s.file,
  bin: s.nullable(s.integer("width of a bin in ticks")),
  from: s.nullable(s.integer("lower edge of the first bin in ticks")),
  span: s.nullable(s.integer("time from the first to the last tag in ticks")),
  complete: s.complete,
  pairs: s.list(pair),
  hints: s.hints,
  moved: s.count("number of tags that were out of order and were sorted"),
  ...s.tickSeconds,
  ...s.scanned,
  ...s.summed,
  error: s.error,
});
export type PairsJson = s.Described<typeof pairs>;
