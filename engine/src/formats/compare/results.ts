/** What the tags of a recording take in other formats. */

import type { ErrorObject } from "../../errors.ts";

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

/** The same tags in one format with one compression of the whole file. */
export interface ComparedRow {
  format: ComparedFormat;
  compression: "zstd" | "lz4" | "snappy" | null;
  /** Of zstd; a negative one is its `--fast`. */
  level: number | null;
  bytes: number;
  /** How many times larger the same tags are as uncompressed CSV with Windows lines. */
  ratio: number;
  /** From tags in memory to the file's bytes. */
  encode_ms: number;
  /** From the file's bytes to tags in memory. */
  decode_ms: number;
  /** From the file's bytes to a single tag, anywhere in it. */
  access_ms: number;
}

/** The tags that are compared. */
export interface ComparedTags {
  tags: number;
  /** Whether the recording has more: these are its first. */
  sampled: boolean;
  /** Times of the first and the last of them in ticks; null where there is none. */
  first: bigint | null;
  last: bigint | null;
  /** What was read of the recording, and what was wrong with it. */
  complete: boolean;
  error: ErrorObject | null;
  findings: ErrorObject[];
  /** How many rows there will be. */
  rows: number;
}

export interface Compared extends Omit<ComparedTags, "rows"> {
  /** By format and compression, in the order of the list. */
  rows: ComparedRow[];
}

/** A row, and how many there are then. */
export interface ComparedSoFar {
  row: ComparedRow;
  done: number;
  rows: number;
}
