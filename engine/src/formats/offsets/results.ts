/** Options of offset headers. Their contents are in `results.generated.ts`, generated from their definition. */

import type { OffsetEncoding, OffsetsHeader } from "./results.generated.ts";

export type * from "./results.generated.ts";

/** The seven encodings, in the order of the published table. */
export const OFFSET_ENCODINGS = [
  "text",
  "pairs-varint",
  "pairs-varint-snappy",
  "offsets-varint-snappy",
  "pairs-fixed",
  "pairs-fixed-snappy",
  "offsets-fixed-snappy",
] as const satisfies OffsetEncoding[];

/** Position of a finding: `length` bytes of the input from `offset`, or all of it (null). */
export type OffsetsFinding = OffsetsHeader["findings"][number];

export interface OffsetsReading {
  /** Encoding of the value; detected by default. */
  encoding?: OffsetEncoding | undefined;
}

export interface OffsetsOptions extends OffsetsReading {
  /** Whether to add a row per partition to the columns; a million rows take 100 MB. */
  rows?: boolean | undefined;
}
