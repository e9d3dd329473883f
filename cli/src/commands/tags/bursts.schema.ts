/** What `tagview bursts --json` prints. */

import * as s from "../../output/json-shapes";

export const bursts = s.exactly({
  file: s.file,
  donor: s.integer("channel of the donor"),
  acceptor: s.integer("channel of the acceptor"),
  span: s.nullable(s.integer("time from the first to the last tag in ticks")),
  complete: s.complete,
  tags_donor: s.count(),
  tags_acceptor: s.count(),
  photons: s.count("photons in a window; 0 if nothing was read"),
  within: s.integer("maximum duration of a window in ticks"),
  least: s.count("minimum number of photons of a listed burst"),
  bursts: s.count("number of bursts of any size"),
  start: s.integers("time of the first photon of each burst in ticks"),
  duration: s.integers("time from the first to the last photon of each burst in ticks"),
  donor_counts: s.counts("photons of the donor in each burst"),
  acceptor_counts: s.counts("photons of the acceptor in each burst"),
  proximity_ratio: s.values("share of the acceptor in each burst"),
  moved: s.count("number of tags that were out of order and were sorted"),
  ...s.tickSeconds,
  ...s.scanned,
  ...s.summed,
  error: s.error,
});
export type BurstsJson = s.Described<typeof bursts>;
