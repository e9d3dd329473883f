/** The output of `tagview compare --json`. */

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
  tickSeconds,
  word,
} from "../../output/json-shapes";
import { COMPARED_FORMATS } from "../../runtime/engine";

export const row = exactly({
  format: word(...COMPARED_FORMATS),
  compression: nullable(word("zstd", "lz4", "snappy")),
  level: nullable(real("of zstd; -5 is its --fast=5")),
  bytes: count("of the file"),
  ratio: real("bytes of tags as csv-windows, of references as flatbuffers, without compression, over these"),
  encode_ms: real("from tags or references in memory to the file's bytes, milliseconds"),
  decode_ms: real("from the file's bytes to tags or references in memory, milliseconds"),
  access_ms: real("from the file's bytes to a single one anywhere in it, milliseconds"),
  pareto: flag("whether no other row is both smaller and faster to decode"),
});

export const compare = exactly({
  file,
  tags: nullable(count("tags that were compared; null of a manifest")),
  references: nullable(count("references that were compared; null of a recording")),
  sampled: flag("whether the file has more: these are its first"),
  first: nullable(integer("time of the first tag in ticks")),
  last: nullable(integer("time of the last tag in ticks")),
  complete,
  rows: list(row),
  ...tickSeconds,
  error,
});
export type CompareJson = Described<typeof compare>;
