/** Sizes and times of tags, or of references of an Icechunk manifest, in other formats. */

import type { ErrorObject } from "../../errors.ts";

/** The formats of tags; references use some of them. */
export const COMPARED_FORMATS = [
  "csv-windows",
  "csv-unix",
  "capnp",
  "capnp-packed",
  "flatbuffers",
  "protobuf",
  "msgpack",
  "custom",
  "arrow",
  "parquet",
] as const;

export type ComparedFormat = (typeof COMPARED_FORMATS)[number];

/** The same items in one format with one compression of the whole file. */
export interface ComparedRow {
  format: ComparedFormat;
  compression: "zstd" | "lz4" | "snappy" | null;
  /** Level of zstd; a negative one is its `--fast`. */
  level: number | null;
  bytes: number;
  /** Ratio of the size as uncompressed CSV with Windows lines (tags) or as FlatBuffers (references) to this size. */
  ratio: number;
  /** Milliseconds from items in memory to the bytes of the file. */
  encode_ms: number;
  /** Milliseconds from the bytes of the file to items in memory. */
  decode_ms: number;
  /** Milliseconds from the bytes of the file to a single item at any position. */
  access_ms: number;
}

/** The compared tags or references. */
export interface ComparedItems {
  /** Null for a manifest. */
  tags: number | null;
  /** Null for a recording. */
  references: number | null;
  /** Whether the file has more than these. */
  sampled: boolean;
  /** Times of the first and the last tag in ticks; null without tags. */
  first: bigint | null;
  last: bigint | null;
  /** Bytes read, and errors. */
  complete: boolean;
  error: ErrorObject | null;
  findings: ErrorObject[];
  /** Number of rows at the end. */
  rows: number;
}

export interface Compared extends Omit<ComparedItems, "rows"> {
  /** Rows by format and compression, in the order of the list. */
  rows: ComparedRow[];
}

/** A row, and its number. */
export interface ComparedSoFar {
  row: ComparedRow;
  done: number;
  rows: number;
}
