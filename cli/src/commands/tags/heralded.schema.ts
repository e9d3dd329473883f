/** What `tagview heralded --json` prints. */

import {
  complete,
  count,
  type Described,
  dictionary,
  error,
  exactly,
  file,
  integer,
  interval,
  nullable,
  real,
  remarks,
  tickSeconds,
} from "../../output/json-shapes";

export const heralded = exactly({
  file,
  herald: integer("channel that tells of a photon"),
  a: integer("channel of the one detector"),
  b: integer("channel of the other detector"),
  window: integer("ticks between the herald and a tag, earlier or later, at most"),
  delays: dictionary(integer("ticks that are subtracted from the channel's times")),
  span: nullable(integer("from the first to the last tag in ticks")),
  complete,
  tags_herald: count(),
  tags_a: count(),
  tags_b: count(),
  herald_a: count("heralds with at least one tag of a within the window"),
  herald_b: count("heralds with at least one tag of b within the window"),
  herald_a_b: count("heralds with both"),
  g2: nullable(real("herald_a_b * tags_herald / (herald_a * herald_b)")),
  g2_error: nullable(real("one standard error (68 %); null where herald_a_b is below 20")),
  g2_interval: nullable(interval("68 %, where herald_a_b is below 20")),
  g2_upper: nullable(real("upper limit of 95 %, where herald_a_b is below 20")),
  remarks,
  moved: count("tags out of order that were put in order"),
  ...tickSeconds,
  error,
});
export type HeraldedJson = Described<typeof heralded>;
