/** The output of `tagview pairs --json`. */

import {
  clocked,
  complete,
  count,
  type Described,
  error,
  exactly,
  file,
  hints,
  integer,
  list,
  nullable,
  summed,
  tickSeconds,
} from "../../output/json-shapes";
import { centre, details, peak } from "./peak.schema";

export const pair = exactly({
  a: integer("start channel (delay 0)"),
  b: integer("stop channel"),
  tags_a: count(),
  tags_b: count(),
  counts: count("pairs of tags in the range"),
  ...peak,
  ...centre,
  ...details,
});
export type PairJson = Described<typeof pair>;

export const pairs = exactly({
  file,
  bin: nullable(integer("width of a bin in ticks")),
  from: nullable(integer("lower edge of the first bin in ticks")),
  span: nullable(integer("time from the first to the last tag in ticks")),
  complete,
  pairs: list(pair),
  hints,
  moved: count("number of tags that were out of order and were sorted"),
  ...tickSeconds,
  ...clocked,
  ...summed,
  error,
});
export type PairsJson = Described<typeof pairs>;
