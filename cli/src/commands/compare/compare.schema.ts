/** The output of `tagview compare --json`. */

import * as s from "../../output/json-shapes";
import { COMPARED_FORMATS } from "../../runtime/engine";

export const row = s.exactly({
  format: s.word(...COMPARED_FORMATS),
  compression: s.nullable(s.word("zstd", "lz4", "snappy")),
  level: s.nullable(s.real("zstd level; -5 is --fast=5")),
  bytes: s.count("size of the file in bytes"),
  ratio: s.real("uncompressed size as csv-windows (references: flatbuffers) divided by bytes"),
  encode_ms: s.real("time to encode the tags or references in memory, in milliseconds"),
  decode_ms: s.real("time to decode the file, in milliseconds"),
  access_ms: s.real("time to read one tag or reference at any position of the file, in milliseconds"),
  pareto: s.flag("whether no other row is both smaller and faster to decode"),
});

export const compare = s.exactly({
  file: s.file,
  tags: s.nullable(s.count("number of compared tags; null for a manifest")),
  references: s.nullable(s.count("number of compared references; null for a recording")),
  sampled: s.flag("true if only the first tags or references of the file were compared"),
  first: s.nullable(s.integer("time of the first tag in ticks")),
  last: s.nullable(s.integer("time of the last tag in ticks")),
  complete: s.complete,
  rows: s.list(row),
  ...s.tickSeconds,
  error: s.error,
});
export type CompareJson = s.Described<typeof compare>;
