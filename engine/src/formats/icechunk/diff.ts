/** Changes between two snapshots of a repository: nodes, their attributes and their chunks. */

import { TagviewError } from "../../errors.ts";
import { toJson } from "../../json.ts";
import { arrayOf, snapshotAt } from "./array.ts";
import type { RepositorySnapshot, RepositorySummary } from "./repository.ts";
import type { ChunkReference, IcechunkArray, IcechunkNode } from "./results.ts";

/** Numbers of chunks with a new, deleted or changed reference. */
export interface ChunkChanges {
  added: number;
  removed: number;
  changed: number;
}

/** A node that differs between two snapshots. A moved node keeps its id. */
export interface NodeChange {
  change: "new" | "deleted" | "updated";
  type: IcechunkNode["type"];
  /** Path in the later snapshot; for a deleted node, in the earlier one. */
  path: string;
  /** Path of a moved node in the earlier snapshot; null if it was not moved. */
  moved_from: string | null;
  /** Whether `zarr.json` differs: attributes, data type, codecs, fill value. */
  metadata: boolean;
  shape: boolean;
  /** Null for groups and for deleted arrays. */
  chunks: ChunkChanges | null;
}

export interface SnapshotDiff {
  from: string;
  to: string;
  /** By path. */
  nodes: NodeChange[];
}

/** Maximum number of compared references of one array: those in manifests that only one snapshot has. */
const MAX_REFERENCES = 4_000_000;

const UNCHANGED: ChunkChanges = { added: 0, removed: 0, changed: 0 };

/** References of a manifest that belong to a node. */
export type ReferencesOf = (manifest: string, node: string) => AsyncIterable<ChunkReference>;

/**
 * Compares the snapshots that `from` and `to` name.
 * @throws TagviewError `not-found`; `too-large` if an array has more differing references than are compared.
 */
export async function diffSnapshots(
  summary: RepositorySummary,
  from: string,
  to: string,
  referencesOf: ReferencesOf,
): Promise<SnapshotDiff> {
  const [before, after] = [snapshotAt(summary, from), snapshotAt(summary, to)];
  const earlier = new Map(before.nodes.map((node) => [node.id, node]));
  const nodes: NodeChange[] = [];
  for (const node of after.nodes) {
    const old = earlier.get(node.id);
    earlier.delete(node.id);
    const change = old === undefined ? newNode(summary, after, node) : await updated(old, node, referencesOf);
    if (change !== null) nodes.push(change);
  }
  for (const { type, path } of earlier.values())
    nodes.push({
      change: "deleted",
      type,
      path,
      moved_from: null,
      metadata: false,
      shape: false,
      chunks: null,
    });
  nodes.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
  return { from: before.id, to: after.id, nodes };
}

function newNode(summary: RepositorySummary, snapshot: RepositorySnapshot, node: IcechunkNode): NodeChange {
  const { type, path } = node;
  const chunks = type === "array" ? { ...UNCHANGED, added: arrayOf(summary, snapshot, path).refs } : null;
  return { change: "new", type, path, moved_from: null, metadata: false, shape: false, chunks };
}

/** The change of a node in both snapshots; null if there is none. */
async function updated(
  old: IcechunkNode,
  node: IcechunkNode,
  referencesOf: ReferencesOf,
): Promise<NodeChange | null> {
  const areArrays = old.type === "array" && node.type === "array";
  const metadata = toJson([old.user_data]) !== toJson([node.user_data]);
  const shape = areArrays && toJson(old.shape) !== toJson(node.shape);
  const chunks = areArrays ? await chunkChanges(old, node, referencesOf) : null;
  const moved_from = old.path === node.path ? null : old.path;
  const areChunksChanged = chunks !== null && chunks.added + chunks.removed + chunks.changed > 0;
  if (!metadata && !shape && moved_from === null && !areChunksChanged) return null;
  return { change: "updated", type: node.type, path: node.path, moved_from, metadata, shape, chunks };
}

async function chunkChanges(
  old: IcechunkArray,
  array: IcechunkArray,
  referencesOf: ReferencesOf,
): Promise<ChunkChanges> {
  const known = new Map<string, string>();
  for await (const reference of lackedBy(array, old, referencesOf)) {
    if (known.size === MAX_REFERENCES)
      throw new TagviewError(
        "too-large",
        `${array.path} has more than ${MAX_REFERENCES} references that may differ`,
        "compare snapshots that are closer together",
      );
    known.set(reference.index.join("/"), target(reference));
  }
  const changes = { ...UNCHANGED };
  for await (const reference of lackedBy(old, array, referencesOf)) {
    const index = reference.index.join("/");
    const before = known.get(index);
    known.delete(index);
    if (before === undefined) changes.added += 1;
    else if (before !== target(reference)) changes.changed += 1;
  }
  changes.removed = known.size;
  return changes;
}

/** The references of `array` in manifests that `other` lacks, or that have another part of the array there. */
async function* lackedBy(
  other: IcechunkArray,
  array: IcechunkArray,
  referencesOf: ReferencesOf,
): AsyncGenerator<ChunkReference> {
  const shared = new Set(other.manifests.map((manifest) => toJson(manifest)));
  for (const manifest of array.manifests)
    if (!shared.has(toJson(manifest))) yield* referencesOf(manifest.id, array.id);
}

/** The target of a reference, as text. */
function target({ index: _, compressed_bytes: __, ...reference }: ChunkReference): string {
  return toJson(reference);
}
