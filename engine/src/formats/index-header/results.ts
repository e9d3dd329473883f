/** Contents of an index-header, a sparse header or an index. Integers that may exceed 2^53 are exact. */

import type { ErrorObject } from "../../errors.ts";
import type { LabelList } from "./labels.ts";
import type { Text } from "./texts.ts";

export type IndexHeaderKind = "index-header" | "index" | "sparse-index-header";

/** An error of a file, with its position. */
export interface IndexHeaderFinding extends ErrorObject {
  severity: "note" | "warning" | "error";
  /** Number of bytes concerned; 0 if unknown. */
  length: number;
}

/** A part of the file. */
export interface IndexHeaderSection {
  name: "symbols" | "postings_offset_table";
  offset: bigint;
  /** With its length and checksum. */
  bytes: bigint;
  count: number;
  /** In hexadecimal; null if it was not read. */
  checksum: string | null;
}

/** The pattern of a label's values. */
export type Likeness = "uuid" | "hex-id" | "address" | "timestamp" | "number" | "email";

/** A postings list, and its number of series. */
export interface PostingsList {
  name: Text;
  value: Text;
  start: bigint;
  end: bigint;
  series: number;
}

/** Results of examining every value. */
export interface IndexHeaderReport {
  /** The largest postings lists, largest first. */
  largest: PostingsList[];
  /** Metric names, most series first. */
  metrics: { value: Text; series: number }[];
  /** Values of 0, 1, 2 to 3, 4 to 7, ... bytes. */
  lengths: Float64Array;
  longest: number;
  /** Labels for which more than half of the values match one pattern. */
  culprits: { name: Text; looks_like: Likeness; values: number; bytes: number; example: Text }[];
}

/** Offsets of the sections of a full index. */
export interface IndexToc {
  symbols: bigint;
  series: bigint;
  label_indices: bigint;
  label_indices_table: bigint;
  postings: bigint;
  postings_table: bigint;
}

export interface IndexHeaderSummary {
  /** Null for a file that is none of the three. */
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
  /** Series of the block, from the list of all; null if that is missing, or only samples were read. */
  series: number | null;
  /** Bytes of the list of all series. */
  all_postings_bytes: number | null;
  /** Sampling interval of values, and the number of samples. */
  sampling: number;
  samples: number;
  /** Bytes of memory that the sampled tables take. */
  memory: number;
  /** Bytes of a sparse header's content. */
  message_bytes: number | null;
  /** In the order of the table. */
  labels: LabelList;
  /** Null if it was not requested. */
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

/** The sampled values of a label, and the offsets of their entries in the table. */
export interface LabelSamples {
  values: Text[];
  places: Float64Array;
}

/** All symbols, and their kinds of use. */
export interface Symbols {
  symbols: Text[];
  references: BigUint64Array;
}

/** Statistics of the series with a label name. */
export interface LabelSeries {
  name: Text;
  series: number;
  /** Number of series whose value differs from that of the series before, or that differ in having the label. */
  differ: number;
  /**
   * Number of series' worth of the whole time that they do not cover: large for short-lived series. Null if the chunks
   * span no time.
   */
  churn: number | null;
}

/** Statistics of the series of an index. */
export interface SeriesStatistics {
  series: number;
  /** Series without a chunk. */
  empty_series: number;
  chunks: number;
  /** Label pairs, counted once per series. */
  label_pairs: number;
  /** Times of the chunks in milliseconds since 1970; null without chunks. */
  min_time: bigint | null;
  max_time: bigint | null;
  /** In the order of their names. */
  labels: LabelSeries[];
  /** The label pairs, most churn first. */
  churning: { name: Text; value: Text; series: number; churn: number | null }[];
  /** Maximum number of uncounted series of a label or a label pair: 0 if everything was counted. */
  missed: number;
  /** Reasons for nulls and inexact numbers. */
  remarks: { about: string; code: string; message: string }[];
  complete: boolean;
  error: ErrorObject | null;
  findings: IndexHeaderFinding[];
}
