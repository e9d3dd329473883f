/** What `tagview delay --json` prints. */

import {
  complete,
  count,
  type Described,
  error,
  exactly,
  file,
  hints,
  integer,
  nullable,
  tickSeconds,
} from "../../output/json-shapes";
import { centre, details, peak, peaks, pulsed } from "./peak.schema";

export const delay = exactly({
  file,
  a: integer("channel that delays count from"),
  b: integer("channel that they count to"),
  ...peak,
  complete,
  ...centre,
  bin: nullable(integer("width of a bin in ticks")),
  ...details,
  peaks,
  pulsed,
  hints,
  moved: count("tags out of order that were put in order"),
  ...tickSeconds,
  error,
});
export type DelayJson = Described<typeof delay>;
