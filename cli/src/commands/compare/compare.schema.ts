/** What `tagview compare --json` prints. */

import {
  complete,
  count,
  type Described,
  error,
  exactly,
  file,
  flag,
  integer,
  list,
  nullable,
  real,
  word,
} from "../../output/json-shapes";
import { COMPARED_FORMATS } from "../../runtime/engine";

export const row = exactly({
  format: word(...COMPARED_FORMATS),
  compression: nullable(word("zstd", "lz4", "snappy")),
  level: nullable(real("of zstd; -5 is its --fast=5")),
  bytes: count("of the file"),
  ratio: real("bytes as csv-windows without compression over these"),
  encode_ms: real("from tags in memory to the file's bytes, milliseconds"),
  decode_ms: real("from the file's bytes to tags in memory, milliseconds"),
  access_ms: real("from the file's bytes to a single tag anywhere in it, milliseconds"),
  pareto: flag("whether no other row is both smaller and faster to decode"),
});

export const compare = exactly({
  file,
  tags: count("tags that were compared"),
  sampled: flag("whether the recording has more: these are its first"),
  first: nullable(integer("time of the first of them in ticks")),
  last: nullable(integer("time of the last of them in ticks")),
  complete,
  rows: list(row),
  error,
});
export type CompareJson = Described<typeof compare>;
