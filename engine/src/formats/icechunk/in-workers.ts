/** Reads Icechunk metadata in workers, for a thread that draws. */

import { type Checks, checked, checkedAsync, list, object, options, text } from "../../arguments.ts";
import type { Resources } from "../../resources.ts";
import { describe, type SourceDescription, type SourceInput } from "../../source/description.ts";
import type { Task } from "../../worker/protocol.ts";
import { type ArraySummary, arrayOf } from "./array.ts";
import type { RepositoryCheck } from "./check.ts";
import type { Folder } from "./folder.ts";
import type {
  ArrayColumns,
  CheckJob,
  FileJob,
  OutlinedSnapshot,
  PostedFolder,
  ReferencesJob,
  RepositoryJob,
  RepositoryOutline,
} from "./job.ts";
import { type IcechunkReading, READING } from "./open.ts";
import type { IcechunkNode, IcechunkSummary } from "./results.ts";

/** A repository whose files are read in workers, on demand. */
export interface OutlinedRepository {
  readonly summary: RepositoryOutline;
  /**
   * The nodes of a snapshot.
   * @throws TagviewError errors of its file, `cancelled`.
   */
  nodes(snapshot: string, reading?: IcechunkReading): Promise<IcechunkNode[]>;
  /**
   * An array of a snapshot whose nodes are `nodes`.
   * @throws TagviewError `not-found`.
   */
  array(snapshot: OutlinedSnapshot, nodes: IcechunkNode[], path: string): ArraySummary;
  /**
   * Returns the locations of its chunks.
   * @throws TagviewError `cancelled`, `internal`; damaged manifests are findings.
   */
  references(array: ArraySummary, reading?: IcechunkReading): Promise<ArrayColumns>;
  /** Checks that all referenced files exist; reads all metadata again. */
  check(reading?: IcechunkReading): Promise<RepositoryCheck>;
}

type Methods = Omit<OutlinedRepository, "summary">;

const PROMISED: Checks<Omit<Methods, "array">> = {
  nodes: [text, options(READING)],
  references: [object, options(READING)],
  check: [options(READING)],
};
const AT_ONCE: Checks<Pick<Methods, "array">> = { array: [object, list, text] };

type AnyJob = FileJob | RepositoryJob | CheckJob | ReferencesJob;

/** The name of a job, and its arguments. */
interface Wanted<J extends AnyJob> {
  method: string;
  source: SourceDescription | null;
  args: J["args"];
}

function inWorker<J extends AnyJob>(
  { writers }: Resources,
  wanted: Wanted<J>,
  { signal, onBytes }: IcechunkReading = {},
): Promise<J["result"]> {
  const task: Task<J> = { format: "icechunk", ...wanted };
  return writers.run(task, ({ bytes, total }) => onBytes?.(bytes, total), signal);
}

/** The summary of a file. */
export function readFile(
  resources: Resources,
  input: SourceInput,
  reading?: IcechunkReading,
): Promise<IcechunkSummary> {
  return inWorker<FileJob>(resources, { method: "file", source: describe(input), args: null }, reading);
}

export async function outlinedRepository(
  resources: Resources,
  folder: Folder,
  reading?: IcechunkReading,
): Promise<OutlinedRepository> {
  const args = posted(folder);
  const summary = await inWorker<RepositoryJob>(
    resources,
    { method: "repository", source: null, args },
    reading,
  );
  const promised: Omit<Methods, "array"> = {
    async nodes(snapshot, reading) {
      const file = folder.files.get(`snapshots/${snapshot}`);
      if (file === undefined) return [];
      return (await readFile(resources, file.source, reading)).snapshot?.nodes ?? [];
    },
    references({ node, manifests }, reading) {
      const found = manifests.flatMap(({ id }) => {
        const path = `manifests/${id}`;
        const file = folder.files.get(path);
        return file === undefined ? [] : [{ path, source: describe(file.source) }];
      });
      const args = { manifests: found, node: node.id, rank: node.shape.length };
      return inWorker<ReferencesJob>(resources, { method: "references", source: null, args }, reading);
    },
    check: (reading) => inWorker<CheckJob>(resources, { method: "check", source: null, args }, reading),
  };
  const atOnce: Pick<Methods, "array"> = {
    array: (snapshot, nodes, path) => arrayOf(summary, { ...snapshot, nodes }, path),
  };
  return { summary, ...checkedAsync(promised, PROMISED), ...checked(atOnce, AT_ONCE) };
}

/** The folder as it is posted, without chunk files: posting a hundred thousand of them would take a second. */
function posted({ name, files }: Folder): PostedFolder {
  const list = [...files].map(([path, { bytes, source }]) => ({
    path,
    bytes,
    source: path.startsWith("chunks/") ? null : describe(source),
  }));
  return { name, files: list };
}
