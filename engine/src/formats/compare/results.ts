/** What the tags of a recording, or the references of an Icechunk manifest, take in other formats. */

import type { ErrorObject } from "../../errors.ts";

/** The formats of tags; references have some of them. */
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
  /** Of zstd; a negative one is its `--fast`. */
  level: number | null;
  bytes: number;
  /** How many times larger the same tags are as uncompressed CSV with Windows lines, the same references as FlatBuffers. */
  ratio: number;
  /** From items in memory to the file's bytes. */
  encode_ms: number;
  /** From the file's bytes to items in memory. */
  decode_ms: number;
  /** From the file's bytes to a single item, anywhere in it. */
  access_ms: number;
}

/** The tags or references that are compared. */
export interface ComparedItems {
  /** Null of a manifest. */
  tags: number | null;
  /** Null of a recording. */
  references: number | null;
  /** Whether the file has more: these are its first. */
  sampled: boolean;
  /** Times of the first and the last tag in ticks; null where there is none. */
  first: bigint | null;
  last: bigint | null;
  /** What was read of the file, and what was wrong with it. */
  complete: boolean;
  error: ErrorObject | null;
  findings: ErrorObject[];
  /** How many rows there will be. */
  rows: number;
}

export interface Compared extends Omit<ComparedItems, "rows"> {
  /** By format and compression, in the order of the list. */
  rows: ComparedRow[];
}

/** A row, and how many there are then. */
export interface ComparedSoFar {
  row: ComparedRow;
  done: number;
  rows: number;
}
