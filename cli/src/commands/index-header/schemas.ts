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
const perLabel = "null if only samples were read";

const label = exactly({
  name: bytes,
  values: nullable(count(perLabel)),
  postings_bytes: nullable(count("bytes of the values' postings lists, without lengths and checksums")),
  values_least: count("lower bound of the number of values, from the samples"),
  values_most: count("upper bound of the number of values"),
  value_bytes: nullable(count("bytes of the values")),
  table_bytes: nullable(count("bytes of the entries in the postings offset table")),
  first: bytes,
  last: bytes,
  last_end: integer("end of the last value's postings range in the index"),
});

const postingsList = exactly({
  name: bytes,
  value: bytes,
  start: integer("start of the postings in the index"),
  end: integer(),
  series: count("number of series in the list, from its length"),
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
      values: count("number of values with this pattern"),
      bytes: count("bytes of these values"),
      example: bytes,
    }),
  ),
});

const finding = exactly({
  code: text("short identifier in kebab case"),
  severity: word("note", "warning", "error"),
  message: text(),
  offset: nullable(integer("byte offset in the file")),
  length: count("length in bytes of the part concerned"),
  remedy: text("recommended action"),
});

const churn = nullable(
  real(
    "share of the whole time that their chunks do not cover, summed over series; null if the chunks span no time",
  ),
);

const statistics = exactly({
  series: count(),
  empty_series: count("series without a chunk"),
  chunks: count(),
  label_pairs: count("number of label pairs of all series, with repetitions"),
  min_time: nullable(integer("earliest time of the chunks, in milliseconds since 1970")),
  max_time: nullable(integer()),
  labels: list(
    exactly({
      name: bytes,
      series: count("series with this label"),
      differ: count("series that differ in this label from the series before"),
      churn,
    }),
  ),
  churning: list(exactly({ name: bytes, value: bytes, series: count(), churn })),
  missed: count("maximum number of series by which a count of a label or label pair may be too low"),
  remarks,
  complete,
  error,
  findings: list(finding),
});

const verification = exactly({
  series: count("number of sound series"),
  postings_lists: count(),
  postings: count("number of references to series in all lists"),
  unused_symbols: nullable(count("symbols that no series uses; null if a part could not be read")),
  complete,
  error,
  findings: list(finding),
});

const summary = exactly(
  {
    file,
    kind,
    bytes: count("size of the file in bytes"),
    version: nullable(count("version of the index-header; null for a sparse header")),
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
    postings_end: nullable(integer("end of the last postings list in the index")),
    complete,
    error,
    labels: list(label),
    entries_sha256: nullable(text("with --hash: SHA-256 over all entries")),
    sections: list(
      exactly({
        name: word("symbols", "postings_offset_table"),
        offset: integer(),
        bytes: integer("size in bytes, with length and checksum"),
        count: count(),
        checksum: nullable(text("CRC32C in hexadecimal; null if it was not read")),
      }),
    ),
    symbols_bytes: nullable(count()),
    longest_symbol: nullable(count("bytes")),
    postings_bytes: nullable(count("bytes of all labels' postings lists")),
    series: nullable(
      count(
        "number of series in the list of all series; null without this list, or if only samples were read",
      ),
    ),
    all_postings_bytes: nullable(count("bytes of the list of all series")),
    sampling: count("sampling interval: every n-th value is kept"),
    samples: count("number of kept values"),
    memory: count("memory of an open reader in bytes"),
    message_bytes: nullable(count("size of a sparse header's content in bytes")),
    report: nullable(report),
    statistics: nullable(statistics),
    verification: nullable(verification),
    findings: list(finding),
  },
  { title: "summary" },
);

const unopened = exactly({ file, kind: none, complete, error }, { title: "a file that can't be opened" });

const range = { start: integer("start of the postings in the index"), end: integer() };

const values = exactly(
  { file, name: bytes, values: list(exactly({ value: bytes, ...range })), complete, error },
  { title: "with --label" },
);

const lookup = exactly(
  {
    name: bytes,
    value: bytes,
    start: nullable(integer("start of the postings in the index; null if the table lacks the value")),
    end: nullable(integer()),
  },
  { title: "with --lookup" },
);

const symbols = exactly(
  {
    file,
    symbols: list(
      exactly({
        ref: integer("reference of series to the symbol: its number, or its offset in the index"),
        symbol: bytes,
      }),
    ),
    complete,
    error,
  },
  { title: "with --symbols" },
);

const written = exactly(
  {
    file,
    out: text(),
    bytes: nullable(count("size in bytes; null if nothing was written")),
    complete,
    error,
  },
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
