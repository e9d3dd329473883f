/** What an offsets header says. Integers are exact. */

/** What is remarkable or wrong in a header, and where. */
export interface HeaderRemark {
  code: string;
  /** One or more full sentences. */
  message: string;
  /** Byte offset in the text; null where it concerns the whole. */
  offset: bigint | null;
}

export interface OffsetsHeader {
  /** The value that was decoded, without its name and what stood around it. */
  header: string;
  /** `text` and the other encodings' names. */
  encoding: string;
  /** 1 or 2; null where the value has no `vN=`. */
  version: number | null;
  /** Ascending. */
  partitions: PartitionOffset[];
  count: number;
  /** Partitions with an offset of -1; in none of the three below. */
  empty: number;
  duplicates: unknown[];
  min_offset: bigint | null;
  max_offset: bigint | null;
  total: bigint | null;
  complete: boolean;
  error: HeaderRemark | null;
  /** The same as `partitions`, as columns. */
  columns: Record<string, BigInt64Array>;
  /** Everything worth saying, `error` included. */
  findings: (HeaderRemark & { severity: string; length: number })[];
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
