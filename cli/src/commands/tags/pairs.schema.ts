/** The output of `tagview pairs --json`. */

import {
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
  a: integer("channel that delays count from"),
  b: integer("channel that they count to"),
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
  span: nullable(integer("from the first to the last tag in ticks")),
  complete,
  pairs: list(pair),
  hints,
  moved: count("tags out of order that were put in order"),
  ...tickSeconds,
  ...summed,
  error,
});
export type PairsJson = Described<typeof pairs>;
