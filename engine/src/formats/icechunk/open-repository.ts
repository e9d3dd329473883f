/** An open repository: its contents, and references that are read again on demand. */

import { type ArraySummary, arrayOf, snapshotAt } from "./array.ts";
import { checkRepository, type RepositoryCheck } from "./check.ts";
import { diffSnapshots, type SnapshotDiff } from "./diff.ts";
import type { Folder, RepositoryReader } from "./folder.ts";
import type { IcechunkReading } from "./open.ts";
import { type RepositorySummary, readRepository } from "./repository.ts";
import type { ChunkReference } from "./results.ts";

export interface IcechunkRepository {
  readonly summary: RepositorySummary;
  /**
   * Returns an array of the snapshot that `at` names, by a branch, a tag or an id; by default, of the branch `main`.
   * @throws TagviewError `not-found`.
   */
  array(path: string, at?: string): ArraySummary;
  /** Its references, those of each manifest in their order. */
  references(array: ArraySummary): AsyncGenerator<ChunkReference, void>;
  /** Checks that all referenced files exist. */
  check(): Promise<RepositoryCheck>;
  /**
   * Compares two snapshots, each named by a branch, a tag or an id.
   * @throws TagviewError `not-found`, `too-large`.
   */
  diff(from: string, to: string): Promise<SnapshotDiff>;
}

export async function openedRepository(
  folder: Folder,
  reader: RepositoryReader,
  reading: IcechunkReading = {},
): Promise<IcechunkRepository> {
  const summary = await readRepository(folder, reader, reading);

  /** The references of a manifest, or only those of one node; none if the file is missing or damaged. */
  async function* referencesOf(manifest: string, node?: string): AsyncGenerator<ChunkReference, void> {
    const file = folder.files.get(`manifests/${manifest}`);
    if (file === undefined || !summary.manifests.some(({ id }) => id === manifest)) return;
    const opened = await reader.open(file.source, { signal: reading.signal });
    try {
      const arrays = opened.summary.manifest?.arrays ?? [];
      for (const [k, array] of arrays.entries()) {
        if (node === undefined || array.node === node) yield* opened.references(k);
      }
    } finally {
      opened.close();
    }
  }

  return {
    summary,
    array: (path, at) => arrayOf(summary, snapshotAt(summary, at), path),
    async *references({ node, manifests }) {
      for (const { id } of manifests) yield* referencesOf(id, node.id);
    },
    check: () => checkRepository(folder, summary, referencesOf),
    diff: (from, to) => diffSnapshots(summary, from, to, referencesOf),
  };
}
