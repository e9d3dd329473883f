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
  nullable,
  real,
} from "../../output/json-shapes";

export const heralded = exactly({
  file,
  herald: integer("channel that tells of a photon"),
  a: integer("channel of the one detector"),
  b: integer("channel of the other detector"),
  window: integer("ticks between the herald and a tag, at most"),
  delays: dictionary(integer("ticks that are subtracted from the channel's times")),
  span: nullable(integer("from the first to the last tag in ticks")),
  complete,
  tags_herald: count(),
  tags_a: count(),
  tags_b: count(),
  herald_a: count("coincidences of herald and a"),
  herald_b: count("coincidences of herald and b"),
  herald_a_b: count("coincidences of all three"),
  g2: nullable(real("herald_a_b * tags_herald / (herald_a * herald_b)")),
  g2_error: nullable(real("one standard deviation")),
  moved: count("tags out of order that were put in order"),
  error,
});
export type HeraldedJson = Described<typeof heralded>;
