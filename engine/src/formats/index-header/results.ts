/** Results of index-headers. Their contents are in `results.generated.ts`, generated from their definition. */

import type { FindingObject } from "../../errors.ts";
import type { LabelList } from "./labels.ts";
import type { IndexHeaderContents } from "./results.generated.ts";
import type { Text } from "./texts.ts";

export type * from "./results.generated.ts";

/** An error of a file, with its position. */
export type IndexHeaderFinding = FindingObject;

export interface IndexHeaderSummary extends IndexHeaderContents {
  /** In the order of the table. */
  labels: LabelList;
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

/** All symbols, and their kinds of use. */
export interface Symbols {
  symbols: Text[];
  references: BigUint64Array;
}

/** The counts of an index's label sets to make. */
export interface CardinalityRequest {
  /** Names of labels to drop, each from the label sets as they are. */
  drop?: readonly Text[] | undefined;
  /** Whether pairs of label names are counted. */
  pairs?: boolean | undefined;
  /** Name of the metric whose series are counted; all series without it. */
  metric?: Text | undefined;
}

/** The end of a reading, and the listener of its progress. */
export interface Reading {
  signal?: AbortSignal | undefined;
  /** Progress: bytes read, and the total. */
  onBytes?: ((bytes: number, total: number | null) => void) | undefined;
}
