/**
 * What the charts of offset headers draw. The shapes are the columns of the engine's results, so that these can
 * be handed over as they are.
 */

/** Offsets by partition, ascending, one column each; an offset of -1 is an empty partition. */
export interface OffsetsData {
  partition: BigInt64Array;
  offset: BigInt64Array;
}

/** How many offsets each partition has to catch up, ascending by partition; a negative lag is a lead. */
export interface LagData {
  partition: BigInt64Array;
  lag: BigInt64Array;
}
