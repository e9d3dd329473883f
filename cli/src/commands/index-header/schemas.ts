/** The output of `tagview index-header --json`, with each of its options. */

import * as s from "../../output/json-shapes";

const bytes = s.oneOf(s.text(), s.exactly({ hex: s.text("bytes that are not UTF-8, in hexadecimal") }));
const kind = s.nullable(s.word("index-header", "index", "sparse-index-header"));
const perLabel = "null if only samples were read";

const label = s.exactly({
  name: bytes,
  values: s.nullable(s.count(perLabel)),
  postings_bytes: s.nullable(s.count("bytes of the values' postings lists, without lengths and checksums")),
  series: s.nullable(s.count("number of series with the label, from the lengths of the postings lists")),
  values_least: s.count("lower bound of the number of values, from the samples"),
  values_most: s.count("upper bound of the number of values"),
  value_bytes: s.nullable(s.count("bytes of the values")),
  table_bytes: s.nullable(s.count("bytes of the entries in the postings offset table")),
  first: bytes,
  last: bytes,
  last_end: s.integer("end of the last value's postings range in the index"),
});

const postingsList = s.exactly({
  name: bytes,
  value: bytes,
  start: s.integer("start of the postings in the index"),
  end: s.integer(),
  series: s.count("number of series in the list, from its length"),
});

const report = s.exactly({
  largest: s.list(postingsList),
  metrics: s.list(s.exactly({ value: bytes, series: s.count() })),
  lengths: s.counts("values of 0, 1, 2 to 3, 4 to 7, ... bytes"),
  longest: s.count("bytes of the longest value"),
  culprits: s.list(
    s.exactly({
      name: bytes,
      looks_like: s.word("uuid", "hex-id", "address", "timestamp", "number", "email"),
      values: s.count("number of values with this pattern"),
      bytes: s.count("bytes of these values"),
      example: bytes,
    }),
  ),
});

const finding = s.exactly({
  code: s.text("short identifier in kebab case"),
  severity: s.word("note", "warning", "error"),
  message: s.text(),
  offset: s.nullable(s.integer("byte offset in the file")),
  length: s.count("length in bytes of the part concerned"),
  remedy: s.text("recommended action"),
});

const churn = s.nullable(
  s.real(
    "share of the whole time that their chunks do not cover, summed over series; null if the chunks span no time",
  ),
);

const statistics = s.exactly({
  series: s.count(),
  empty_series: s.count("series without a chunk"),
  chunks: s.count(),
  label_pairs: s.count("number of label pairs of all series, with repetitions"),
  min_time: s.nullable(s.integer("earliest time of the chunks, in milliseconds since 1970")),
  max_time: s.nullable(s.integer()),
  labels: s.list(
    s.exactly({
      name: bytes,
      series: s.count("series with this label"),
      differ: s.count("series that differ in this label from the series before"),
      churn,
    }),
  ),
  churning: s.list(s.exactly({ name: bytes, value: bytes, series: s.count(), churn })),
  missed: s.count("maximum number of series by which a count of a label or label pair may be too low"),
  remarks: s.remarks,
  complete: s.complete,
  error: s.error,
  findings: s.list(finding),
});

const verification = s.exactly({
  series: s.count("number of sound series"),
  postings_lists: s.count(),
  postings: s.count("number of references to series in all lists"),
  unused_symbols: s.nullable(s.count("symbols that no series uses; null if a part could not be read")),
  complete: s.complete,
  error: s.error,
  findings: s.list(finding),
});

const summary = s.exactly(
  {
    file: s.file,
    kind,
    bytes: s.count("size of the file in bytes"),
    version: s.nullable(s.count("version of the index-header; null for a sparse header")),
    index_version: s.nullable(s.count()),
    toc: s.nullable(s.exactly({ symbols: s.integer(), postings_offset_table: s.integer() })),
    index_toc: s.nullable(
      s.exactly({
        symbols: s.integer(),
        series: s.integer(),
        label_indices: s.integer(),
        label_indices_table: s.integer(),
        postings: s.integer(),
        postings_table: s.integer(),
      }),
    ),
    symbols: s.count(),
    label_names: s.count(),
    label_values: s.nullable(s.count(perLabel)),
    postings_end: s.nullable(s.integer("end of the last postings list in the index")),
    complete: s.complete,
    error: s.error,
    labels: s.list(label),
    entries_sha256: s.nullable(s.text("with --hash: SHA-256 over all entries")),
    sections: s.list(
      s.exactly({
        name: s.word("symbols", "postings_offset_table"),
        offset: s.integer(),
        bytes: s.integer("size in bytes, with length and checksum"),
        count: s.count(),
        checksum: s.nullable(s.text("CRC32C in hexadecimal; null if it was not read")),
      }),
    ),
    symbols_bytes: s.nullable(s.count()),
    longest_symbol: s.nullable(s.count("bytes")),
    postings_bytes: s.nullable(s.count("bytes of all labels' postings lists")),
    series: s.nullable(
      s.count(
        "number of series in the list of all series; null without this list, or if only samples were read",
      ),
    ),
    all_postings_bytes: s.nullable(s.count("bytes of the list of all series")),
    sampling: s.count("sampling interval: every n-th value is kept"),
    samples: s.count("number of kept values"),
    memory: s.count("memory of an open reader in bytes"),
    message_bytes: s.nullable(s.count("size of a sparse header's content in bytes")),
    report: s.nullable(report),
    statistics: s.nullable(statistics),
    verification: s.nullable(verification),
    findings: s.list(finding),
  },
  { title: "summary" },
);

const unopened = s.exactly(
  { file: s.file, kind: s.none, complete: s.complete, error: s.error },
  { title: "a file that can't be opened" },
);

const range = { start: s.integer("start of the postings in the index"), end: s.integer() };

const values = s.exactly(
  {
    file: s.file,
    name: bytes,
    values: s.list(
      s.exactly({ value: bytes, ...range, series: s.count("from the length of the postings list") }),
    ),
    complete: s.complete,
    error: s.error,
  },
  { title: "with --label" },
);

const cardinality = s.exactly(
  {
    file: s.file,
    metric: s.nullable(bytes),
    series: s.count("number of counted series"),
    dropped: s.nullable(
      s.list(
        s.exactly({
          name: bytes,
          series: s.count("number of series with the label"),
          remaining: s.count("number of distinct label sets without the label"),
          saved: s.count("number of label sets saved without the label: series minus remaining"),
          colliding: s.count("series whose label set without the label is also that of another series"),
        }),
      ),
    ),
    pairs: s.nullable(
      s.list(
        s.exactly({
          names: s.list(bytes, "the two label names"),
          values: s.counts("number of values of each name"),
          product: s.count("product of the numbers of values"),
          combinations: s.count("number of distinct combinations of values"),
        }),
      ),
    ),
    remarks: s.remarks,
    complete: s.complete,
    error: s.error,
  },
  { title: "with --drop or --pairs" },
);

const lookup = s.exactly(
  {
    file: s.file,
    name: bytes,
    value: bytes,
    start: s.nullable(s.integer("start of the postings in the index; null if the table lacks the value")),
    end: s.nullable(s.integer()),
  },
  { title: "with --lookup" },
);

const symbols = s.exactly(
  {
    file: s.file,
    symbols: s.list(
      s.exactly({
        ref: s.integer("reference of series to the symbol: its number, or its offset in the index"),
        symbol: bytes,
      }),
    ),
    complete: s.complete,
    error: s.error,
  },
  { title: "with --symbols" },
);

const written = s.exactly(
  {
    file: s.file,
    out: s.text(),
    bytes: s.nullable(s.count("size in bytes; null if nothing was written")),
    complete: s.complete,
    error: s.error,
  },
  { title: "with --sparse or --from-index" },
);

const side = s.nullable(s.count());
const changes = s.exactly(
  {
    left: s.text("the first file"),
    right: s.text("the second file"),
    label_names: s.exactly({ left: s.count(), right: s.count() }),
    label_values: s.exactly({ left: side, right: side }),
    postings_bytes: s.exactly({ left: side, right: side }),
    symbols: s.exactly({ left: s.count(), right: s.count() }),
    series: s.exactly({ left: side, right: side }),
    metrics: s.nullable(
      s.list(
        s.exactly({ value: bytes, series: s.exactly({ left: side, right: side }) }),
        "metrics whose number of series changed, largest growth first",
      ),
    ),
    labels: s.list(
      s.exactly({
        name: bytes,
        values: s.exactly({ left: side, right: side }),
        postings_bytes: s.exactly({ left: side, right: side }),
        series: s.exactly({ left: side, right: side }),
        only_left: s.flag("whether only the first file has it"),
        only_right: s.flag(),
      }),
    ),
    complete: s.complete,
    error: s.error,
  },
  { title: "with two files" },
);

const changedValues = s.exactly(
  {
    left: s.text("the first file"),
    right: s.text("the second file"),
    name: bytes,
    only_left: s.list(bytes),
    only_right: s.list(bytes),
    both: s.count("values that both files have"),
    changed: s.list(
      s.exactly({ value: bytes, series: s.exactly({ left: s.count(), right: s.count() }) }),
      "values of both files whose number of series changed, largest growth first",
    ),
    complete: s.complete,
    error: s.error,
  },
  { title: "with two files and --label" },
);

export const schemas = {
  "index-header": s.oneOf(
    summary,
    unopened,
    values,
    cardinality,
    lookup,
    symbols,
    written,
    changes,
    changedValues,
  ),
};

export type SummaryJson = s.Described<typeof summary>;
export type UnopenedJson = s.Described<typeof unopened>;
export type ValuesJson = s.Described<typeof values>;
export type CardinalityJson = s.Described<typeof cardinality>;
export type LookupJson = s.Described<typeof lookup>;
export type SymbolsJson = s.Described<typeof symbols>;
export type WrittenJson = s.Described<typeof written>;
export type ChangesJson = s.Described<typeof changes>;
export type ChangedValuesJson = s.Described<typeof changedValues>;
