/** What the engine exports of Icechunk metadata. */

export type { Icechunk } from "./api.ts";
export { type ArrayManifest, type ArraySummary, snapshotAt } from "./array.ts";
export type { CheckFinding, ChunkStorage, RepositoryCheck } from "./check.ts";
export type { Folder, FolderFile, RepositoryFinding } from "./folder.ts";
export { type HistoryRow, historyRows } from "./history.ts";
export type { IcechunkReading, OpenIcechunk } from "./open.ts";
export type { IcechunkRepository } from "./open-repository.ts";
export type { RepositoryManifest, RepositorySnapshot, RepositorySummary } from "./repository.ts";
export type * from "./results.ts";
