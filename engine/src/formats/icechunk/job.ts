/** Requests to a worker that reads Icechunk metadata. */

import type { SourceDescription } from "../../source/description.ts";
import type { JobType } from "../../worker/protocol.ts";
import type { RepositoryCheck } from "./check.ts";
import type { RepositoryFinding } from "./folder.ts";
import type { ReferenceColumns } from "./grid.ts";
import type { RepositorySnapshot, RepositorySummary } from "./repository.ts";
import type { IcechunkSummary } from "./results.ts";

/** A repository's files, as they are posted. */
export interface PostedFolder {
  name: string;
  files: { path: string; bytes: number; source: SourceDescription | null }[];
}

/** A snapshot with the number of its nodes instead of the nodes. */
export type OutlinedSnapshot = Omit<RepositorySnapshot, "nodes"> & { nodes: number };

/** A repository without the nodes of its snapshots, which may be many times larger than everything else. */
export type RepositoryOutline = Omit<RepositorySummary, "snapshots"> & { snapshots: OutlinedSnapshot[] };

/** The references of an array, and errors of its manifests. */
export interface ArrayColumns extends ReferenceColumns {
  findings: RepositoryFinding[];
}

interface ReadingJob extends JobType {
  module: "more";
  report: { bytes: number; total: number | null };
  input: never;
}

/** A single file. */
export interface FileJob extends ReadingJob {
  args: null;
  result: IcechunkSummary;
}

export interface RepositoryJob extends ReadingJob {
  args: PostedFolder;
  result: RepositoryOutline;
}

/** A check of all referenced files. */
export interface CheckJob extends ReadingJob {
  args: PostedFolder;
  result: RepositoryCheck;
}

export interface ReferencesJob extends ReadingJob {
  args: { manifests: { path: string; source: SourceDescription }[]; node: string; rank: number };
  result: ArrayColumns;
}
