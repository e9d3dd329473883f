/** The output of `tagview index-header --json`, with each of its options. */

import {
  complete,
  count,
  counts,
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
  real,
  remarks,
  text,
  word,
} from "../../output/json-shapes";

const bytes = oneOf(text(), exactly({ hex: text("bytes that are not UTF-8, in hexadecimal") }));
const kind = nullable(word("index-header", "index", "sparse-index-header"));
const perLabel = "null where only samples were read";

const label = exactly({
  name: bytes,
  values: nullable(count(perLabel)),
  postings_bytes: nullable(count("of the values' postings lists, without lengths and checksums")),
  values_least: count("values there are at least, by the samples"),
  values_most: count("values there are at most"),
  value_bytes: nullable(count("of the values")),
  table_bytes: nullable(count("of the entries in the postings offset table")),
  first: bytes,
  last: bytes,
  last_end: integer("where the range of the last value's postings ends in the index"),
});

const postingsList = exactly({
  name: bytes,
  value: bytes,
  start: integer("of the postings, in the index"),
  end: integer(),
  series: count("in the list, by its length"),
});

const report = exactly({
  largest: list(postingsList),
  metrics: list(exactly({ value: bytes, series: count() })),
  lengths: counts("values of 0, 1, 2 to 3, 4 to 7, ... bytes"),
  longest: count("bytes of the longest value"),
  culprits: list(
    exactly({
      name: bytes,
      looks_like: word("uuid", "hex-id", "address", "timestamp", "number", "email"),
      values: count("values that look so"),
      bytes: count("of those values"),
      example: bytes,
    }),
  ),
});

const finding = exactly({
  code: text("a short word in kebab case"),
  severity: word("note", "warning", "error"),
  message: text(),
  offset: nullable(integer("byte of the file")),
  length: count("bytes that it concerns"),
  remedy: text("what to do about it"),
});

const churn = nullable(
  real("how many series' worth of the whole time they do not cover; null where chunks span no time"),
);

const statistics = exactly({
  series: count(),
  empty_series: count("series without a chunk"),
  chunks: count(),
  label_pairs: count("each as often as a series has it"),
  min_time: nullable(integer("of the chunks, in milliseconds since 1970")),
  max_time: nullable(integer()),
  labels: list(
    exactly({
      name: bytes,
      series: count("that have the label"),
      differ: count("that have another value of it than the series before, or only one of the two has it"),
      churn,
    }),
  ),
  churning: list(exactly({ name: bytes, value: bytes, series: count(), churn })),
  missed: count("series that a label or a label pair can have more than were counted, at most"),
  remarks,
  complete,
  error,
  findings: list(finding),
});

const summary = exactly(
  {
    file,
    kind,
    bytes: count("of the file"),
    version: nullable(count("of the index-header; null of a sparse header")),
    index_version: nullable(count()),
    toc: nullable(exactly({ symbols: integer(), postings_offset_table: integer() })),
    index_toc: nullable(
      exactly({
        symbols: integer(),
        series: integer(),
        label_indices: integer(),
        label_indices_table: integer(),
        postings: integer(),
        postings_table: integer(),
      }),
    ),
    symbols: count(),
    label_names: count(),
    label_values: nullable(count(perLabel)),
    postings_end: nullable(integer("where the last postings list ends in the index")),
    complete,
    error,
    labels: list(label),
    entries_sha256: nullable(text("with --hash: SHA-256 over all entries")),
    sections: list(
      exactly({
        name: word("symbols", "postings_offset_table"),
        offset: integer(),
        bytes: integer("with length and checksum"),
        count: count(),
        checksum: nullable(text("CRC32C in hexadecimal; null where it was not read")),
      }),
    ),
    symbols_bytes: nullable(count()),
    longest_symbol: nullable(count("bytes")),
    postings_bytes: nullable(count("of all labels' postings lists")),
    series: nullable(count("by the list of all; null where there is none, or only samples were read")),
    all_postings_bytes: nullable(count("of the list of all series")),
    sampling: count("every which value is kept"),
    samples: count("values that are kept"),
    memory: count("bytes that an open reader keeps"),
    message_bytes: nullable(count("of a sparse header's content")),
    report: nullable(report),
    statistics: nullable(statistics),
    findings: list(finding),
  },
  { title: "summary" },
);

const unopened = exactly({ file, kind: none, complete, error }, { title: "where the file can't be opened" });

const range = { start: integer("of the postings, in the index"), end: integer() };

const values = exactly(
  { file, name: bytes, values: list(exactly({ value: bytes, ...range })), complete, error },
  { title: "with --label" },
);

const lookup = exactly(
  {
    name: bytes,
    value: bytes,
    start: nullable(integer("null where the table has no such value")),
    end: nullable(integer()),
  },
  { title: "with --lookup" },
);

const symbols = exactly(
  {
    file,
    symbols: list(
      exactly({
        ref: integer("what series refer to it by: its number, or its place in the index"),
        symbol: bytes,
      }),
    ),
    complete,
    error,
  },
  { title: "with --symbols" },
);

const written = exactly(
  { file, out: text(), bytes: nullable(count("null where nothing was written")), complete, error },
  { title: "with --sparse or --from-index" },
);

const side = nullable(count());
const changes = exactly(
  {
    left: text("the first file"),
    right: text("the second file"),
    label_names: exactly({ left: count(), right: count() }),
    label_values: exactly({ left: side, right: side }),
    postings_bytes: exactly({ left: side, right: side }),
    symbols: exactly({ left: count(), right: count() }),
    labels: list(
      exactly({
        name: bytes,
        values: exactly({ left: side, right: side }),
        postings_bytes: exactly({ left: side, right: side }),
        only_left: flag("whether only the first file has it"),
        only_right: flag(),
      }),
    ),
    complete,
    error,
  },
  { title: "with two files" },
);

const changedValues = exactly(
  {
    left: text("the first file"),
    right: text("the second file"),
    name: bytes,
    only_left: list(bytes),
    only_right: list(bytes),
    both: count("values that both files have"),
    complete,
    error,
  },
  { title: "with two files and --label" },
);

export const schemas = {
  "index-header": oneOf(summary, unopened, values, lookup, symbols, written, changes, changedValues),
};

export type SummaryJson = Described<typeof summary>;
export type UnopenedJson = Described<typeof unopened>;
export type ValuesJson = Described<typeof values>;
export type LookupJson = Described<typeof lookup>;
export type SymbolsJson = Described<typeof symbols>;
export type WrittenJson = Described<typeof written>;
export type ChangesJson = Described<typeof changes>;
export type ChangedValuesJson = Described<typeof changedValues>;
