/** The output of `tagview index-header --json`, with each of its options. */

import * as s from "../../output/json-shapes";
import * as core from "../../output/shapes/index-header.generated";

const label = s.exactly({
  name: s.bytes,
  values: s.nullable(s.count("null if only samples were read")),
  postings_bytes: s.nullable(s.count("bytes of the values' postings lists, without lengths and checksums")),
  series: s.nullable(s.count("number of series with the label, from the lengths of the postings lists")),
  values_least: s.count("lower bound of the number of values, from the samples"),
  values_most: s.count("upper bound of the number of values"),
  value_bytes: s.nullable(s.count("bytes of the values")),
  table_bytes: s.nullable(s.count("bytes of the entries in the postings offset table")),
  first: s.bytes,
  last: s.bytes,
  last_end: s.integer("end of the last value's postings range in the index"),
});

const { size, ...contents } = core.IndexHeaderContents.properties;
const summary = s.exactly(
  {
    file: s.file,
    bytes: size,
    ...contents,
    labels: s.list(label),
    entries_sha256: s.nullable(s.text("with --hash: SHA-256 over all entries")),
    statistics: s.nullable(core.SeriesStatistics),
    verification: s.nullable(core.IndexVerification),
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
    name: s.bytes,
    values: s.list(
      s.exactly({ value: s.bytes, ...range, series: s.count("from the length of the postings list") }),
    ),
    complete: s.complete,
    error: s.error,
  },
  { title: "with --label" },
);

const cardinality = s.exactly(
  { file: s.file, ...core.IndexCardinality.properties },
  { title: "with --drop or --pairs" },
);

const lookup = s.exactly(
  {
    file: s.file,
    name: s.bytes,
    value: s.bytes,
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
        symbol: s.bytes,
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
        s.exactly({ value: s.bytes, series: s.exactly({ left: side, right: side }) }),
        "metrics whose number of series changed, largest growth first",
      ),
    ),
    labels: s.list(
      s.exactly({
        name: s.bytes,
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
    name: s.bytes,
    only_left: s.list(s.bytes),
    only_right: s.list(s.bytes),
    both: s.count("values that both files have"),
    changed: s.list(
      s.exactly({ value: s.bytes, series: s.exactly({ left: s.count(), right: s.count() }) }),
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
