/** What an index-header, a sparse header or an index says. Integers that may pass 2^53 are exact. */

import type { ErrorObject } from "../../errors.ts";
import type { LabelList } from "./labels.ts";
import type { Text } from "./texts.ts";

export type IndexHeaderKind = "index-header" | "index" | "sparse-index-header";

/** What is wrong with a file, and where. */
export interface IndexHeaderFinding extends ErrorObject {
  severity: "note" | "warning" | "error";
  /** Bytes that it concerns; 0 where that is not known. */
  length: number;
}

/** A part of the file. */
export interface IndexHeaderSection {
  name: "symbols" | "postings_offset_table";
  offset: bigint;
  /** With its length and checksum. */
  bytes: bigint;
  count: number;
  /** In hexadecimal; null where it was not read. */
  checksum: string | null;
}

/** What the values of a label look like. */
export type Likeness = "uuid" | "hex-id" | "address" | "timestamp" | "number" | "email";

/** A postings list, and how many series it has. */
export interface PostingsList {
  name: Text;
  value: Text;
  start: bigint;
  end: bigint;
  series: number;
}

/** What was found by looking at every value. */
export interface IndexHeaderReport {
  /** The largest postings lists, the largest first. */
  largest: PostingsList[];
  /** Metric names with most series, that first. */
  metrics: { value: Text; series: number }[];
  /** Values of 0, 1, 2 to 3, 4 to 7, ... bytes. */
  lengths: Float64Array;
  longest: number;
  /** Labels more than half of whose values look alike. */
  culprits: { name: Text; looks_like: Likeness; values: number; bytes: number; example: Text }[];
}

/** Where the sections of a full index begin. */
export interface IndexToc {
  symbols: bigint;
  series: bigint;
  label_indices: bigint;
  label_indices_table: bigint;
  postings: bigint;
  postings_table: bigint;
}

export interface IndexHeaderSummary {
  /** Null of what is none of the three. */
  kind: IndexHeaderKind | null;
  size: number;
  version: number | null;
  index_version: 1 | 2 | null;
  toc: { symbols: bigint; postings_offset_table: bigint } | null;
  index_toc: IndexToc | null;
  postings_end: bigint | null;
  sections: IndexHeaderSection[];
  symbols: number;
  symbols_bytes: number | null;
  longest_symbol: number | null;
  label_names: number;
  label_values: number | null;
  postings_bytes: number | null;
  /** Series of the block, by the list of all; null where there is none, or only samples were read. */
  series: number | null;
  /** Bytes of the list of all series. */
  all_postings_bytes: number | null;
  /** Every which value is kept, and how many are. */
  sampling: number;
  samples: number;
  /** Bytes of memory that the sampled tables take. */
  memory: number;
  /** Bytes of a sparse header's content. */
  message_bytes: number | null;
  /** In the order of the table. */
  labels: LabelList;
  /** Null where it was not asked for. */
  report: IndexHeaderReport | null;
  complete: boolean;
  error: ErrorObject | null;
  findings: IndexHeaderFinding[];
}

/** The bytes of the index that hold a postings list, without its length and checksum. */
export interface PostingsRange {
  start: bigint;
  end: bigint;
}

/** All values of a label in order, a column each. */
export interface LabelValues {
  values: Text[];
  start: BigUint64Array;
  end: BigUint64Array;
}

/** The values of a label that are kept, and where their entries are in the table. */
export interface LabelSamples {
  values: Text[];
  places: Float64Array;
}

/** All symbols, and what refers to each. */
export interface Symbols {
  symbols: Text[];
  references: BigUint64Array;
}

/** Of the series with a label name. */
export interface LabelSeries {
  name: Text;
  series: number;
  /** Series that have another value of it than the series before, or only one of the two has it. */
  differ: number;
  /**
   * How many series' worth of the whole time they do not cover: much for what comes and goes. Null where the chunks
   * span no time.
   */
  churn: number | null;
}

/** What the series of an index tell. */
export interface SeriesStatistics {
  series: number;
  /** Series without a chunk. */
  empty_series: number;
  chunks: number;
  /** Label pairs, each as often as a series has it. */
  label_pairs: number;
  /** Times of the chunks in milliseconds since 1970; null where there is none. */
  min_time: bigint | null;
  max_time: bigint | null;
  /** In the order of their names. */
  labels: LabelSeries[];
  /** The label pairs with most churn, that first. */
  churning: { name: Text; value: Text; series: number; churn: number | null }[];
  /** How many series a label or a label pair can have more than were counted, at most: 0 where there was room for all. */
  missed: number;
  /** Why something is null or not exact. */
  remarks: { about: string; code: string; message: string }[];
  complete: boolean;
  error: ErrorObject | null;
  findings: IndexHeaderFinding[];
}
