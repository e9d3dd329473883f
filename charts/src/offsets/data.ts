/**
 * What the charts of offset headers draw. The shapes are the columns of the engine's results, so that these can
 * be handed over as they are.
 */

/** Offsets by partition, ascending, one column each; an offset of -1 is an empty partition. */
export interface OffsetsData {
  partition: BigInt64Array;
  offset: BigInt64Array;
}

/** How many offsets each partition moved from one header to another, ascending by partition; backwards below 0. */
export interface ProgressData {
  partition: BigInt64Array;
  moved: BigInt64Array;
}

/** What partitions did over time: a row for each partition, a column for each interval or header. */
export interface MapData {
  /** Names of the partitions, from above. */
  rows: readonly string[];
  /** Where columns begin, and where the last one ends, ascending: one more than there are columns. */
  edges: readonly number[];
  /** What the edges are: milliseconds since 1970, seconds since the first header, or numbers of headers. */
  axis: "time" | "seconds" | "headers";
  /** A value for each cell, row by row; NaN where there is none. */
  values: Float64Array;
  /** Offsets moved on, per second or per step; or offsets to catch up. */
  kind: "movement" | "lag";
  /** The value whose multiples the colours tell; null where nothing is above 0. */
  usual: number | null;
  /** The usual value in words, for the legend. */
  usualText: string;
}
