/** The charts of offset headers. */

export type { LagData, MapData, OffsetsData } from "./data";
export { lagChart, lagFrame } from "./lag";
export { offsetsChart, offsetsFrame } from "./offsets";
export {
  type PartitionMapLayout,
  type PartitionMapOptions,
  partitionMap,
  partitionMapLayout,
} from "./partition-map";
