/** What `tagview block --json` prints. */

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
  none,
  nullable,
  oneOf,
  text,
  word,
} from "../../output/json-shapes";

const time = (description?: string) => integer(description);

const meta = exactly({
  ulid: text("identity of the block"),
  version: count(),
  min_time: time("earliest time of a sample in milliseconds since 1970, inclusive"),
  max_time: time("latest time, exclusive"),
  series: nullable(count("number of series; null if it is not stated")),
  chunks: nullable(count()),
  samples: nullable(count()),
  tombstones: nullable(count("deletions that are not carried out yet")),
  level: count("number of compactions that led to the block, from 1"),
  sources: list(text(), "the blocks of level 1 that it was made of"),
  parents: list(
    exactly({ ulid: text(), min_time: time(), max_time: time() }),
    "the blocks that it was directly made of",
  ),
  hints: list(text(), "remarks for the compactor, such as from-out-of-order"),
  deletable: flag("whether a compaction left it without a sample"),
  failed: flag("whether its compaction has failed"),
  labels: list(exactly({ name: text(), value: text() }), "external labels of Thanos and Mimir"),
  source: nullable(text("the program that uploaded it; null for a block of Prometheus")),
  resolution_ms: nullable(integer("resolution of a downsampled block of Thanos")),
});

const contents = exactly({
  samples: count("number of samples, without those of aggregates"),
  decreases: count(
    "values that are lower than the one before them, in XOR chunks: resets of counters, falls of gauges",
  ),
  decreasing_series: count("series with such a value"),
  encodings: list(
    exactly({
      encoding: word(
        ...["xor", "histogram", "float-histogram", "xor2", "histogram-st", "float-histogram-st"],
        "aggregate",
      ),
      chunks: count(),
      bytes: integer("bytes with lengths and checksums"),
      samples: nullable(count("null for aggregates, which have several numbers")),
    }),
  ),
});

const chunks = exactly({
  series: count("series in the index"),
  chunks: count("chunks in the index"),
  min_time: nullable(time("earliest time of a chunk in milliseconds since 1970")),
  max_time: nullable(time()),
  segments: list(
    exactly({ name: text(), bytes: integer(), chunks: count("chunks that the index has in the file") }),
  ),
  contents: nullable(contents),
});

const block = exactly({
  file,
  meta: nullable(meta),
  parts: list(exactly({ name: text("path in the folder"), bytes: count() })),
  index: nullable(
    exactly({
      index_version: count(),
      symbols: count(),
      label_names: count(),
      label_values: count(),
    }),
  ),
  chunks: nullable(chunks),
  verification: nullable(
    exactly({
      postings_lists: count(),
      postings: count("number of references to series in all lists"),
      unused_symbols: nullable(count("null if a part could not be read")),
    }),
  ),
  complete,
  error,
  findings: list(
    exactly({
      part: word("meta.json", "index", "chunks"),
      code: text("short identifier in kebab case"),
      severity: word("note", "warning", "error"),
      message: text(),
      offset: nullable(integer("byte offset in the file that the message names")),
      length: count("length in bytes of the part concerned"),
      remedy: text("recommended action"),
    }),
  ),
});
export type BlockJson = Described<typeof block>;

const unopened = exactly({ file, meta: none, complete, error }, { title: "a folder that is no block" });
export type UnopenedJson = Described<typeof unopened>;

export const schemas = { block: oneOf(block, unopened) };
