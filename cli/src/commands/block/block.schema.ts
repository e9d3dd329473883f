/** What `tagview block --json` prints. */

import * as s from "../../output/json-shapes";

const time = (description?: string) => s.integer(description);

const meta = s.exactly({
  ulid: s.text("identity of the block"),
  version: s.count(),
  min_time: time("earliest time of a sample in milliseconds since 1970, inclusive"),
  max_time: time("latest time, exclusive"),
  series: s.nullable(s.count("number of series; null if it is not stated")),
  chunks: s.nullable(s.count()),
  samples: s.nullable(s.count()),
  tombstones: s.nullable(s.count("deletions that are not carried out yet")),
  level: s.count("number of compactions that led to the block, from 1"),
  sources: s.list(s.text(), "the blocks of level 1 that it was made of"),
  parents: s.list(
    s.exactly({ ulid: s.text(), min_time: time(), max_time: time() }),
    "the blocks from which it was directly made",
  ),
  hints: s.list(s.text(), "remarks for the compactor, such as from-out-of-order"),
  deletable: s.flag("whether a compaction left it without a sample"),
  failed: s.flag("whether its compaction has failed"),
  labels: s.list(s.exactly({ name: s.text(), value: s.text() }), "external labels of Thanos and Mimir"),
  source: s.nullable(s.text("the program that uploaded it; null for a block of Prometheus")),
  resolution_ms: s.nullable(s.integer("resolution of a downsampled block of Thanos")),
});

const contents = s.exactly({
  samples: s.count("number of samples, without those of aggregates"),
  decreases: s.count(
    "values that are lower than the one before them, in XOR chunks: resets of counters, falls of gauges",
  ),
  decreasing_series: s.count("series with such a value"),
  encodings: s.list(
    s.exactly({
      encoding: s.word(
        ...["xor", "histogram", "float-histogram", "xor2", "histogram-st", "float-histogram-st"],
        "aggregate",
      ),
      chunks: s.count(),
      bytes: s.integer("bytes with lengths and checksums"),
      samples: s.nullable(s.count("null for aggregates, which have several numbers")),
    }),
  ),
});

const chunks = s.exactly({
  series: s.count("series in the index"),
  chunks: s.count("chunks in the index"),
  min_time: s.nullable(time("earliest time of a chunk in milliseconds since 1970")),
  max_time: s.nullable(time()),
  segments: s.list(
    s.exactly({
      name: s.text(),
      bytes: s.integer(),
      chunks: s.count("number of chunks in this file, by the index"),
    }),
  ),
  contents: s.nullable(contents),
});

const block = s.exactly({
  file: s.file,
  meta: s.nullable(meta),
  parts: s.list(s.exactly({ name: s.text("path in the folder"), bytes: s.count() })),
  index: s.nullable(
    s.exactly({
      index_version: s.count(),
      symbols: s.count(),
      label_names: s.count(),
      label_values: s.count(),
    }),
  ),
  chunks: s.nullable(chunks),
  verification: s.nullable(
    s.exactly({
      postings_lists: s.count(),
      postings: s.count("number of references to series in all lists"),
      unused_symbols: s.nullable(s.count("null if a part could not be read")),
    }),
  ),
  complete: s.complete,
  error: s.error,
  findings: s.list(
    s.exactly({
      part: s.word("meta.json", "index", "chunks"),
      code: s.text("short identifier in kebab case"),
      severity: s.word("note", "warning", "error"),
      message: s.text(),
      offset: s.nullable(s.integer("byte offset in the file that the message names")),
      length: s.count("length in bytes of the part concerned"),
      remedy: s.text("recommended action"),
    }),
  ),
});
export type BlockJson = s.Described<typeof block>;

const unopened = s.exactly(
  { file: s.file, meta: s.none, complete: s.complete, error: s.error },
  { title: "a folder that is not a block" },
);
export type UnopenedJson = s.Described<typeof unopened>;

export const schemas = { block: s.oneOf(block, unopened) };
