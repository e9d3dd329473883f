import type {
  ArrayColumns,
  ArraySummary,
  IcechunkNode,
  IcechunkSummary,
  OutlinedRepository,
  OutlinedSnapshot,
  RepositoryCheck,
  SourceDescription,
} from "@tagview/engine";
import { lastOf } from "../../app/items";
import type { Reading } from "../../app/reading";
import type { FoundFolder, Item } from "../../app/viewer";
import type { RepositoryView } from "./codecs";

export const FORMAT = "icechunk";

/** An open metadata file. */
export interface MetadataFile extends Item {
  of: "file";
  readonly source: SourceDescription;
  reading: Reading<IcechunkSummary>;
}

/** An open repository: a folder. */
export interface Repository extends Item {
  of: "repository";
  folder: FoundFolder;
  reading: Reading<OutlinedRepository>;
  /** The snapshot whose nodes are displayed; null before one is read. */
  snapshot: {
    outline: OutlinedSnapshot;
    nodes: Reading<IcechunkNode[]>;
    /** Nodes of the parent, once read; read only if the commit deleted nodes. */
    earlier: readonly IcechunkNode[];
  } | null;
  /** The array whose chunks are displayed; null if the snapshot has no array. */
  array: { summary: ArraySummary; columns: Reading<ArrayColumns> } | null;
  check: Reading<RepositoryCheck>;
  view: RepositoryView;
}

export const get = (): { current: MetadataFile | Repository | null } => ({ current: lastOf(FORMAT) });

/** The displayed file; null if a repository is displayed. */
export function shownFile(): MetadataFile | null {
  const { current } = get();
  return current?.of === "file" ? current : null;
}

/** The displayed repository; null if a file is displayed. */
export function shownRepository(): Repository | null {
  const { current } = get();
  return current?.of === "repository" ? current : null;
}
