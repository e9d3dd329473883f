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
  level: nullable(real("zstd level; -5 is --fast=5")),
  bytes: count("size of the file in bytes"),
  ratio: real("uncompressed size as csv-windows (references: flatbuffers) divided by bytes"),
  encode_ms: real("time to encode the tags or references in memory, in milliseconds"),
  decode_ms: real("time to decode the file, in milliseconds"),
  access_ms: real("time to read one tag or reference at any position of the file, in milliseconds"),
  pareto: flag("whether no other row is both smaller and faster to decode"),
});

export const compare = exactly({
  file,
  tags: nullable(count("number of compared tags; null for a manifest")),
  references: nullable(count("number of compared references; null for a recording")),
  sampled: flag("true if only the first tags or references of the file were compared"),
  first: nullable(integer("time of the first tag in ticks")),
  last: nullable(integer("time of the last tag in ticks")),
  complete,
  rows: list(row),
  ...tickSeconds,
  error,
});
export type CompareJson = Described<typeof compare>;
