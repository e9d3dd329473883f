/**
 * Input of the charts of offset headers. The types are the columns of the engine's results, which can be passed
 * unchanged.
 */

/** Offsets by partition, ascending, one column each; an offset of -1 is an empty partition. */
export interface OffsetsData {
  partition: BigInt64Array;
  offset: BigInt64Array;
}

/** Offsets by which each partition moved between two headers, ascending by partition; negative for backwards. */
export interface ProgressData {
  partition: BigInt64Array;
  moved: BigInt64Array;
}

/** Changes of partitions over time: a row for each partition, a column for each interval or header. */
export interface MapData {
  /** Names of the partitions, from the top. */
  rows: readonly string[];
  /** Ascending edges of the columns: one more than there are columns. */
  edges: readonly number[];
  /** Unit of the edges: milliseconds since 1970, seconds since the first header, or numbers of headers. */
  axis: "time" | "seconds" | "headers";
  /** A value for each cell, row by row; NaN without a value. */
  values: Float64Array;
  /** Meaning of the values: offsets moved, per second or per step; or offsets of lag. */
  kind: "movement" | "lag";
  /** The value to whose multiples colours refer; null if no value is above 0. */
  usual: number | null;
  /** The usual value as text, for the legend. */
  usualText: string;
}
