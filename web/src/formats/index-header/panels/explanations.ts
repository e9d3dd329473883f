/** The explanations behind the `?` of each panel. docs/index-header.md has the long form. */

import type { Entry } from "../../../ui/explanation";

const TABLE: Entry = {
  term: "table",
  text: "Bytes of the entries of this label name in the table of postings offsets. A store-gateway reads this table for each block, and keeps a part of it in memory.",
};

const POSTINGS: Entry = {
  term: "postings",
  text: "Bytes of the lists of series, one list for each value, without lengths and checksums. They are in the block's index.",
};

const SERIES: Entry = {
  term: "series",
  text: "Number of series with the label name, from the sizes of its lists of series.",
};

const VALUES: Entry = {
  term: "values",
  text: "Number of different values of the label name in this block. A sparse header alone gives bounds.",
};

export const explanations = {
  card: [
    {
      term: "symbols",
      text: "Number of different texts in the names and values of labels. The block stores each of them once.",
    },
    {
      term: "series",
      text: "Number of series of the block. Each of them is a combination of label names and values.",
    },
    POSTINGS,
    {
      term: "samples",
      text: "Number of values with their positions that a store-gateway keeps while the block is open: of each label name every 32nd value and the last one. It reads the file between two of them to find another value.",
    },
    { term: "memory", text: "Bytes that the store-gateway needs for these samples." },
  ],
  areas: [
    {
      term: "area",
      text: "Proportional to the chosen size of the label name. A name that does not fit is left out; hover to see it.",
    },
    {
      term: "orange",
      text: "More than half of ten or more values look like ids, addresses, times or long numbers. Such labels make a block large.",
    },
    VALUES,
    TABLE,
    POSTINGS,
  ],
  labels: [
    VALUES,
    {
      term: "of all",
      formula: "values / values of all label names",
      text: "Share of the table's entries.",
    },
    SERIES,
    TABLE,
    POSTINGS,
  ],
  series: [
    { term: "series", text: "Series that have the label name." },
    {
      term: "differ",
      text: "Series whose value differs from that of the previous series. Series are ordered by their labels, so the name with the most differences is the main cause of their number.",
    },
    {
      term: "churn",
      formula: "sum of (1 - covered time / whole time)",
      text: "Time without chunks, summed over the series of the label: 40 series that each cover half of the time have a churn of 20. The whole time is that of all chunks.",
    },
  ],
  changes: [
    { term: "then, now", text: "Number of values in the compared file and in this one." },
    { term: "series", text: "Change of the number of series with the label name." },
    {
      term: "postings",
      text: "Change of the bytes of the lists of series. It can differ from 0 with the same values: there are more or fewer series.",
    },
  ],
  values: [
    { term: "series", text: "Number of series that have this value." },
    {
      term: "postings",
      text: "Bytes of the list of series that have this value, four for each series. Hover a row for its place in the index.",
    },
    {
      term: "bold",
      text: "A sparse header keeps every 32nd value and the last one. The store-gateway searches between them.",
    },
  ],
} satisfies Record<string, readonly Entry[]>;
