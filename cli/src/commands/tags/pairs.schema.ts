/** The output of `tagview pairs --json`. */

import * as s from "../../output/json-shapes";
import * as core from "../../output/shapes/tags.generated";
import { delaySeconds } from "./delay.schema";

export const pair = s.exactly({ ...core.PairsEntry.properties, delay_s: s.nullable(delaySeconds) });
export type PairJson = s.Described<typeof pair>;

const { bin, from, span, hints } = core.Pairs.properties;
export const pairs = s.exactly({
  file: s.file,
  bin: s.nullable(bin),
  from: s.nullable(from),
  span,
  pairs: s.list(pair),
  hints,
  complete: s.complete,
  ...s.sortedScan,
});
export type PairsJson = s.Described<typeof pairs>;
