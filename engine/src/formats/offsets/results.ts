/** What an offset header says. Integers are exact. */

import type { ErrorObject } from "../../errors.ts";

/** What is remarkable or wrong in a header, and where. */
export interface HeaderRemark {
  code: string;
  /** One or more full sentences. */
  message: string;
  /** Byte offset in the text; null where it concerns the whole. */
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
  /** How the value is encoded; recognised unless said. */
  encoding?: OffsetEncoding | undefined;
}

export interface OffsetsOptions extends OffsetsReading {
  /** Whether there is a row per partition beside the columns; a million of them take 100 MB. */
  rows?: boolean | undefined;
}

export interface OffsetsHeader {
  /** The value that was decoded, without its name and what stood around it. */
  header: string;
  encoding: OffsetEncoding;
  /** 1 or 2; null where the value has no `vN=`. */
  version: number | null;
  /** Ascending; null where no rows were asked for. */
  partitions: PartitionOffset[] | null;
  count: number;
  /** Partitions with an offset of -1; in none of the three below. */
  empty: number;
  /** Partitions (in a `v2` header with their compartments) that stand several times. */
  duplicates: (bigint | { compartment: bigint; partition: bigint })[];
  min_offset: bigint | null;
  max_offset: bigint | null;
  total: bigint | null;
  complete: boolean;
  error: HeaderRemark | null;
  /** How many entries stand in the text. */
  entries: number;
  /** Where the value begins, in bytes. */
  header_offset: bigint | null;
  columns: OffsetsColumns;
  /** The offsets of the first 1,000 duplicates as they stand, and what a look-up answers. */
  duplicate_entries: { partition: bigint; offsets: BigInt64Array; answer: bigint | null }[];
  /** Partitions that a person reads and Mimir does not find. */
  not_found: bigint[];
  /** Everything worth saying, `error` included. */
  findings: OffsetsFinding[];
  /** How the encoding was recognised; null where it was said. */
  recognised: {
    sureness: "certain" | "likely" | "ambiguous" | "unlikely";
    candidates: { encoding: OffsetEncoding; share: number; entries: number; reasons: string[] }[];
  } | null;
  /** The headers beside it; null where there is none. */
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

/** A remarkable place: `length` bytes of the paste from `offset`, or the whole of it (null). */
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

/** What a consumer would find for a partition. */
export interface OffsetsAnswer {
  /** One per Kafka cluster; null where the partition is not found. */
  offsets: BigInt64Array | null;
  /** What there is to say about it, above all why a person would read something else. */
  sentence: string | null;
}

/** The length of an encoding of a header's offsets; null where it can't hold them. */
export interface OffsetsSize {
  encoding: OffsetEncoding;
  bytes: number | null;
  error: ErrorObject | null;
}

/** A partition, in a `v2` header with its compartment and Kafka cluster. */
export type PartitionKey = bigint | { compartment: bigint; partition: bigint; cluster: bigint };

/** How far one header is behind another. */
export interface OffsetsDiff {
  /** Ascending; null where no rows were asked for. */
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
  /** The partition that lags most. */
  worst: PartitionKey | null;
  /** The least lag, which is negative where a partition fell back. */
  min_lag: bigint | null;
  /** The lag in the middle, of two in the middle the smaller one. */
  median_lag: bigint | null;
  /** Partitions that are further in the left header than in the right one, the largest distance first. */
  fell_back: PartitionKey[];
  /** Partitions that have the same offset in both, empty ones apart. */
  stood_still: PartitionKey[];
  /** The header that is ahead in more partitions; null where neither is. */
  later: "left" | "right" | null;
  /** How many partitions both have. */
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

/** Nanoseconds of one operation; null where the encoding can't hold the offsets. */
export interface OffsetsTimes {
  encoding: OffsetEncoding;
  encode: number | null;
  decode: number | null;
  lookup: number | null;
}
