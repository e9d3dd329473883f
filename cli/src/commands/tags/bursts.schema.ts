/** What `tagview bursts --json` prints. */

import {
  complete,
  count,
  counts,
  type Described,
  error,
  exactly,
  file,
  integer,
  integers,
  nullable,
  summed,
  tickSeconds,
  values,
} from "../../output/json-shapes";

export const bursts = exactly({
  file,
  donor: integer("channel of the donor"),
  acceptor: integer("channel of the acceptor"),
  span: nullable(integer("from the first to the last tag in ticks")),
  complete,
  tags_donor: count(),
  tags_acceptor: count(),
  photons: count("of a window; 0 where nothing was read"),
  within: integer("longest time of a window, ticks"),
  least: count("photons that a burst below has at least"),
  bursts: count("of any size"),
  start: integers("times of the first photons, ticks"),
  duration: integers("from the first to the last photon, ticks"),
  donor_counts: counts("photons of the donor in each burst"),
  acceptor_counts: counts("photons of the acceptor in each burst"),
  proximity_ratio: values("share of the acceptor in each burst"),
  moved: count("tags out of order that were put in order"),
  ...tickSeconds,
  ...summed,
  error,
});
export type BurstsJson = Described<typeof bursts>;
