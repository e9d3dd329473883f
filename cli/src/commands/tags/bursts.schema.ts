/** What `tagview bursts --json` prints. */

import {
  clocked,
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
  span: nullable(integer("time from the first to the last tag in ticks")),
  complete,
  tags_donor: count(),
  tags_acceptor: count(),
  photons: count("photons in a window; 0 if nothing was read"),
  within: integer("maximum duration of a window in ticks"),
  least: count("minimum number of photons of a listed burst"),
  bursts: count("number of bursts of any size"),
  start: integers("time of the first photon of each burst in ticks"),
  duration: integers("time from the first to the last photon of each burst in ticks"),
  donor_counts: counts("photons of the donor in each burst"),
  acceptor_counts: counts("photons of the acceptor in each burst"),
  proximity_ratio: values("share of the acceptor in each burst"),
  moved: count("number of tags that were out of order and were sorted"),
  ...tickSeconds,
  ...clocked,
  ...summed,
  error,
});
export type BurstsJson = Described<typeof bursts>;
