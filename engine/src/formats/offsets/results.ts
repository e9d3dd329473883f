/** Contents of an offset header. Integers are exact. */

import type { ErrorObject } from "../../errors.ts";

/** A finding in a header, with its position. */
export interface HeaderRemark {
  code: string;
  /** One or more full sentences. */
  message: string;
  /** Byte offset in the text; null if it concerns all of it. */
  offset: bigint | null;
}

/** The seven encodings, in the order of the published table. */
export const OFFSET_ENCODINGS = [
  "text",
  "pairs-varint",
  "pairs-varint-snappy",
  "offsets-varint-snappy",
  "pairs-fixed",
  "pairs-fixed-snappy",
  "offsets-fixed-snappy",
] as const;

export type OffsetEncoding = (typeof OFFSET_ENCODINGS)[number];

export interface OffsetsReading {
  /** Encoding of the value; detected by default. */
  encoding?: OffsetEncoding | undefined;
}

export interface OffsetsOptions extends OffsetsReading {
  /** Whether to add a row per partition to the columns; a million rows take 100 MB. */
  rows?: boolean | undefined;
}

export interface OffsetsHeader {
  /** The decoded value, without its name and surrounding text. */
  header: string;
  encoding: OffsetEncoding;
  /** 1 or 2; null if the value has no `vN=`. */
  version: number | null;
  /** Ascending; null if no rows were requested. */
  partitions: PartitionOffset[] | null;
  count: number;
  /** Partitions with an offset of -1; in none of the three below. */
  empty: number;
  /** Partitions (in a `v2` header with their compartments) that occur several times. */
  duplicates: (bigint | { compartment: bigint; partition: bigint })[];
  min_offset: bigint | null;
  max_offset: bigint | null;
  total: bigint | null;
  complete: boolean;
  error: HeaderRemark | null;
  /** Number of entries in the text. */
  entries: number;
  /** Byte offset of the value. */
  header_offset: bigint | null;
  columns: OffsetsColumns;
  /** The first 1,000 duplicate offsets in file order, and the result of a look-up. */
  duplicate_entries: { partition: bigint; offsets: BigInt64Array; answer: bigint | null }[];
  /** Partitions that a reader sees and Mimir does not find. */
  not_found: bigint[];
  /** All findings, including `error`. */
  findings: OffsetsFinding[];
  /** Reason for the detected encoding; null if it was given. */
  recognised: {
    sureness: "certain" | "likely" | "ambiguous" | "unlikely";
    candidates: { encoding: OffsetEncoding; share: number; entries: number; reasons: string[] }[];
  } | null;
  /** Accompanying headers; null without any. */
  companions: {
    level: string | null;
    level_valid: boolean | null;
    max_delay: string | null;
    max_delay_ns: bigint | null;
    max_delay_honoured: boolean | null;
  };
}

/** A row per offset; the last two only in a `v2` header. */
export interface OffsetsColumns {
  partition: BigInt64Array;
  offset: BigInt64Array;
  compartment?: BigInt64Array;
  cluster?: BigInt64Array;
}

/** Position of a finding: `length` bytes of the input from `offset`, or all of it (null). */
export interface OffsetsFinding extends HeaderRemark {
  severity: "note" | "warning" | "error";
  length: number;
}

/** An entry: an offset, or for a `v2` header a compartment and an offset per Kafka cluster. */
export interface PartitionOffset {
  partition: bigint;
  offset?: bigint;
  compartment?: bigint;
  offsets?: (bigint | null)[];
}

/** The result of a look-up of a partition. */
export interface OffsetsAnswer {
  /** One per Kafka cluster; null if the partition is not found. */
  offsets: BigInt64Array | null;
  /** Explanations, mainly of differences between a reader's and Mimir's result. */
  sentence: string | null;
}

/** The length of an encoding of a header's offsets; null if it cannot represent them. */
export interface OffsetsSize {
  encoding: OffsetEncoding;
  bytes: number | null;
  error: ErrorObject | null;
}

/** A partition, in a `v2` header with its compartment and Kafka cluster. */
export type PartitionKey = bigint | { compartment: bigint; partition: bigint; cluster: bigint };

/** Lag of one header behind another. */
export interface OffsetsDiff {
  /** Ascending; null if no rows were requested. */
  partitions:
    | {
        compartment?: bigint;
        partition: bigint;
        cluster?: bigint;
        left: bigint;
        right: bigint;
        /** `right - left`. */
        lag: bigint;
      }[]
    | null;
  only_left: PartitionKey[];
  only_right: PartitionKey[];
  total_lag: bigint;
  max_lag: bigint | null;
  /** The partition with the largest lag. */
  worst: PartitionKey | null;
  /** The smallest lag; negative if a partition fell back. */
  min_lag: bigint | null;
  /** The median lag; the smaller of two middle values. */
  median_lag: bigint | null;
  /** Partitions that are further in the left header than in the right one, largest distance first. */
  fell_back: PartitionKey[];
  /** Nonempty partitions with the same offset in both. */
  stood_still: PartitionKey[];
  /** The header that is ahead in more partitions; null if neither is. */
  later: "left" | "right" | null;
  /** Number of partitions in both. */
  count: number;
  /** Lags beyond 64 bits are clamped here. */
  columns: {
    partition: BigInt64Array;
    left: BigInt64Array;
    right: BigInt64Array;
    lag: BigInt64Array;
    compartment?: BigInt64Array;
    cluster?: BigInt64Array;
  };
}

/** Nanoseconds of one operation; null if the encoding cannot represent the offsets. */
export interface OffsetsTimes {
  encoding: OffsetEncoding;
  encode: number | null;
  decode: number | null;
  lookup: number | null;
}
