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
import { store } from "../../app/store";
import type { FoundFolder, Item } from "../../app/viewer";
import type { RepositoryView } from "./codecs";

/**
 *     unread --shown--> reading --> read
 *                          |
 *                          +------> failed     it could not be opened; damage is in what was read
 */
export type Reading<T> =
  | { is: "unread" }
  | { is: "reading"; bytes: number; total: number | null; stop: AbortController }
  | { is: "read"; what: T }
  | { is: "failed"; error: string };

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
  /** The snapshot whose nodes are shown; null until there is one. */
  snapshot: { outline: OutlinedSnapshot; nodes: Reading<IcechunkNode[]> } | null;
  /** The array of it whose chunks are shown; null where it has none. */
  array: { summary: ArraySummary; columns: Reading<ArrayColumns> } | null;
  check: Reading<RepositoryCheck>;
  view: RepositoryView;
}

/** What is on the page, or was on it last; null where none is open. */
export const { get, set } = store.part<{ current: MetadataFile | Repository | null }>({ current: null });

/** The file on the page; null where a repository is. */
export function shownFile(): MetadataFile | null {
  const { current } = get();
  return current?.of === "file" ? current : null;
}

/** The repository on the page; null where a file is. */
export function shownRepository(): Repository | null {
  const { current } = get();
  return current?.of === "repository" ? current : null;
}
