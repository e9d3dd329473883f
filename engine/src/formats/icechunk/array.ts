/** An array of a snapshot: its chunk grid, and the number of chunks in its manifests. */

import { TagviewError } from "../../errors.ts";
import type { RepositorySnapshot, RepositorySummary } from "./repository.ts";
import type { ArrayReferences, IcechunkArray, IcechunkDimension, ManifestExtents } from "./results.ts";

/** A manifest of an array, and its contents; null if the file or the array in it is missing. */
export interface ArrayManifest extends ManifestExtents {
  bytes: bigint | null;
  references: ArrayReferences | null;
}

export interface ArraySummary {
  snapshot: string;
  node: IcechunkArray;
  shape: IcechunkDimension[];
  /** Number of chunks of the grid. */
  grid: bigint;
  refs: number;
  native: number;
  virtual: number;
  inline: number;
  /** Chunks of the grid that no manifest has: they have the fill value. */
  missing: bigint;
  bytes: bigint;
  manifests: ArrayManifest[];
}

/**
 * Returns the snapshot named by a branch, a tag, an id or the beginning of an id. Without a name, that of the branch
 * `main`, or of the only branch.
 * @throws TagviewError `not-found`.
 */
export function snapshotAt<S extends { id: string }>(
  { branches, tags, snapshots }: Pick<RepositorySummary, "branches" | "tags"> & { snapshots: readonly S[] },
  name?: string,
): S {
  const [first] = branches.keys();
  const wanted = name ?? (branches.has("main") ? "main" : first);
  const id = wanted === undefined ? undefined : (branches.get(wanted) ?? tags.get(wanted) ?? wanted);
  const matches = id === undefined || id === "" ? [] : snapshots.filter((one) => one.id.startsWith(id));
  const [found, other] = matches;
  if (found === undefined || other !== undefined) {
    // A branch or a tag whose snapshot is missing is damage; any other name is an error of the caller.
    const isReference = wanted !== undefined && (branches.has(wanted) || tags.has(wanted));
    if (isReference && found === undefined) {
      const message = `${wanted} leads to the snapshot ${id}, whose file is missing or damaged`;
      throw new TagviewError(
        "not-found",
        message,
        "restore it from another copy, or name another branch or tag",
      );
    }
    const what =
      wanted === undefined ? "the repository has no branch" : `${wanted} is not the name of a snapshot`;
    const message = other === undefined ? what : `${matches.length} ids begin with ${wanted}`;
    const names = [...branches.keys(), ...tags.keys()].join(", ");
    throw new TagviewError("not-found", message, `name one of ${names}, or the id of a snapshot`);
  }
  return found;
}

/**
 * Returns an array of a snapshot.
 * @throws TagviewError `not-found`.
 */
export function arrayOf(
  { manifests }: Pick<RepositorySummary, "manifests">,
  snapshot: Pick<RepositorySnapshot, "id" | "nodes" | "manifests">,
  path: string,
): ArraySummary {
  const node = snapshot.nodes.find((node) => node.path === path);
  if (node?.type !== "array") {
    const arrays = snapshot.nodes.flatMap((node) => (node.type === "array" ? [node.path] : []));
    const message = node === undefined ? `there is no ${path} in ${snapshot.id}` : `${path} is not an array`;
    const remedy =
      arrays.length === 0 ? "name another snapshot" : `name one of ${arrays.slice(0, 20).join(", ")}`;
    throw new TagviewError("not-found", message, remedy);
  }
  const sizes = new Map(snapshot.manifests.map(({ id, bytes }) => [id, bytes]));
  const byId = new Map(manifests.map((manifest) => [manifest.id, manifest]));
  const parts = node.manifests.map(({ id, extents }): ArrayManifest => {
    const references = byId.get(id)?.arrays.find((array) => array.node === node.id) ?? null;
    return { id, extents, bytes: sizes.get(id) ?? null, references };
  });
  const sum = (key: "refs" | "native" | "virtual" | "inline") =>
    parts.reduce((total, { references }) => total + (references?.[key] ?? 0), 0);
  const refs = sum("refs");
  const grid = node.shape.reduce((chunks, { num_chunks }) => chunks * num_chunks, 1n);
  const missing = grid - BigInt(refs);
  return {
    snapshot: snapshot.id,
    node,
    shape: node.shape,
    grid,
    refs,
    native: sum("native"),
    virtual: sum("virtual"),
    inline: sum("inline"),
    missing: missing > 0n ? missing : 0n,
    bytes: parts.reduce((total, { references }) => total + (references?.bytes ?? 0n), 0n),
    manifests: parts,
  };
}
