/** The charts of Icechunk repositories. */

export {
  type ChunkGrid,
  type ChunkGridLayout,
  type ChunkGridOptions,
  chunkGridLayout,
  chunkGridMap,
  chunkGridMost,
} from "./chunk-grid";
export { type ChunkSizeBins, chunkSizesChart } from "./chunk-sizes";
export { type HistoryLines, historyCell, historyLines } from "./history";
