/** What an offsets header says. Integers are exact. */

import type { ErrorObject } from "./errors";

export interface OffsetsHeader {
  /** `X-Read-Consistency-Offsets`, or the name the value was found under; null where it stood alone. */
  header: string | null;
  /** `text` and the other encodings' names. */
  encoding: string | null;
  /** 1 or 2; null where the value has no `vN=`. */
  version: number | null;
  partitions: PartitionOffset[];
  count: number;
  /** Partitions with an offset of -1. */
  empty: number;
  duplicates: number[];
  min_offset: bigint | null;
  max_offset: bigint | null;
  total: bigint | null;
  complete: boolean;
  error: ErrorObject | null;
}

/** An entry; one of a `v2` header has a compartment and an offset per Kafka cluster. */
export interface PartitionOffset {
  partition: number | bigint;
  offset: bigint;
  compartment?: number | bigint;
  offsets?: (bigint | null)[];
}
