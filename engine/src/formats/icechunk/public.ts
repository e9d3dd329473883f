/** Exports of Icechunk metadata. */

export type { Icechunk } from "./api.ts";
export { type ArrayManifest, type ArraySummary, snapshotAt } from "./array.ts";
export type { CheckFinding, ChunkStorage, RepositoryCheck } from "./check.ts";
export type { ChunkChanges, NodeChange, SnapshotDiff } from "./diff.ts";
export {
  FILE_KINDS,
  type FileKind,
  type Folder,
  type FolderFile,
  filesByKind,
  type RepositoryFinding,
} from "./folder.ts";
export {
  type ChunkSizes,
  chunkSizes,
  type GridCell,
  type GridCells,
  type GridView,
  gridCell,
  gridCells,
  type ReferenceColumns,
} from "./grid.ts";
export { type HistoryRow, historyRows } from "./history.ts";
export type { OutlinedRepository } from "./in-workers.ts";
export { isRepository } from "./is-repository.ts";
export type { ArrayColumns, OutlinedSnapshot, RepositoryOutline } from "./job.ts";
export { type IcechunkReading, type OpenIcechunk, REFERENCE_KINDS } from "./open.ts";
export type { IcechunkRepository } from "./open-repository.ts";
export type { RepositoryManifest, RepositorySnapshot, RepositorySummary } from "./repository.ts";
export type * from "./results.ts";
