/** The charts of offset headers. */

export type { MapData, OffsetsData, ProgressData } from "./data";
export { offsetsChart, offsetsFrame } from "./offsets";
export {
  type PartitionMapLayout,
  type PartitionMapOptions,
  partitionMap,
  partitionMapLayout,
} from "./partition-map";
export { progressChart, progressFrame } from "./progress";
