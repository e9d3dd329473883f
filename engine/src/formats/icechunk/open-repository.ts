/** An open repository: its contents, and references that are read again on demand. */

import { type Checks, checked, checkedAsync, object, optional, options, text } from "../../arguments.ts";
import { CALL, type CallOptions } from "../../until.ts";
import { type ArraySummary, arrayOf, snapshotAt } from "./array.ts";
import { type ArrayPart, checkRepository, type RepositoryCheck } from "./check.ts";
import { diffSnapshots, type SnapshotDiff } from "./diff.ts";
import type { Folder, RepositoryReader } from "./folder.ts";
import type { IcechunkReading } from "./open.ts";
import { type RepositorySummary, readRepository } from "./repository.ts";
import type { ChunkReference } from "./results.ts";

/** An open repository. Without a `signal` of their own, methods end with that of `openRepository`. */
export interface IcechunkRepository {
  readonly summary: RepositorySummary;
  /**
   * Returns an array of the snapshot that `at` names, by a branch, a tag or an id; by default, of the branch `main`.
   * @throws TagviewError `not-found`.
   */
  array(path: string, at?: string): ArraySummary;
  /**
   * Its references, those of each manifest in their order.
   * @throws TagviewError `cancelled`.
   */
  references(array: ArraySummary, options?: CallOptions): AsyncGenerator<ChunkReference, void>;
  /**
   * Checks that all referenced files exist.
   * @throws TagviewError `cancelled`.
   */
  check(options?: CallOptions): Promise<RepositoryCheck>;
  /**
   * Compares two snapshots, each named by a branch, a tag or an id.
   * @throws TagviewError `not-found`, `too-large`, `cancelled`.
   */
  diff(from: string, to: string, options?: CallOptions): Promise<SnapshotDiff>;
}

const AT_ONCE: Checks<Pick<IcechunkRepository, "array" | "references">> = {
  array: [text, optional(text)],
  references: [object, options(CALL)],
};
const PROMISED: Checks<Pick<IcechunkRepository, "check" | "diff">> = {
  check: [options(CALL)],
  diff: [text, text, options(CALL)],
};

export async function openedRepository(
  folder: Folder,
  reader: RepositoryReader,
  reading: IcechunkReading = {},
): Promise<IcechunkRepository> {
  const summary = await readRepository(folder, reader, reading);

  /** Reads the references of a manifest by arrays; none if the file is missing or damaged. */
  const partsUntil = ({ signal = reading.signal }: CallOptions = {}) =>
    async function* partsOf(manifest: string): AsyncGenerator<ArrayPart, void> {
      const file = folder.files.get(`manifests/${manifest}`);
      if (file === undefined || !summary.manifests.some(({ id }) => id === manifest)) return;
      const opened = await reader.open(file.source, { signal });
      try {
        const arrays = opened.summary.manifest?.arrays ?? [];
        for (const [k, { node }] of arrays.entries()) yield { node, references: opened.references(k) };
      } finally {
        opened.close();
      }
    };
  /** Reads the references of a manifest to the chunks of one array. */
  const referencesUntil = (options?: CallOptions) =>
    async function* referencesOf(manifest: string, wanted: string): AsyncGenerator<ChunkReference, void> {
      for await (const { node, references } of partsUntil(options)(manifest))
        if (node === wanted) yield* references;
    };

  const atOnce: Pick<IcechunkRepository, "array" | "references"> = {
    array: (path, at) => arrayOf(summary, snapshotAt(summary, at), path),
    async *references({ node, manifests }, options) {
      const referencesOf = referencesUntil(options);
      for (const { id } of manifests) yield* referencesOf(id, node.id);
    },
  };
  const promised: Pick<IcechunkRepository, "check" | "diff"> = {
    check: (options) => checkRepository(folder, summary, partsUntil(options)),
    diff: (from, to, options) => diffSnapshots(summary, from, to, referencesUntil(options)),
  };
  return { summary, ...checked(atOnce, AT_ONCE), ...checkedAsync(promised, PROMISED) };
}
