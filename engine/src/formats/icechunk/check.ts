/**
 * Checks that all files reachable from branches and tags exist, with the sizes stated by their metadata. Unreachable
 * files are not checked: they remain for a while after snapshots expire, and garbage collection removes some of them.
 */

import { type Folder, namesIn, type RepositoryFinding } from "./folder.ts";
import { circles, reachable } from "./history.ts";
import type { RepositorySummary } from "./repository.ts";
import type { ChunkReference, NamedSnapshots } from "./results.ts";

/** Bytes of chunks by kind; several references to one chunk count once. */
export interface ChunkStorage {
  native_bytes: bigint;
  virtual_bytes: bigint;
  inline_bytes: bigint;
}

/** A missing file, or one that differs from its description. */
export interface CheckFinding extends RepositoryFinding {
  offset: null;
}

export interface RepositoryCheck {
  /** Number of snapshots that no branch or tag reaches; the files they reference are not checked. */
  unreachable: number;
  /** Ids of those of them whose files are damaged. */
  unreachable_damaged: string[];
  /** Numbers of checked manifests and native chunks. */
  manifests: number;
  chunks: number;
  /** Bytes of chunks that branches and tags reach. */
  storage: ChunkStorage;
  /** The first findings. */
  findings: CheckFinding[];
  /** Number of further findings. */
  more: number;
}

/** Maximum number of kept findings. */
const MOST_FINDINGS = 1000;

/** The references of a manifest to the chunks of one array. */
export interface ArrayPart {
  /** Id of the array. */
  node: string;
  /** Can be iterated until the next part is requested. */
  references: Iterable<ChunkReference>;
}

/** Yields the parts of a manifest. */
export type PartsOf = (manifest: string) => AsyncIterable<ArrayPart>;

/** The expected state of a chunk file. */
interface Claimed {
  bytes: bigint;
  /** Whether all references start at its first byte, so that its length is that of the longest. */
  isWhole: boolean;
  manifest: string;
  /** "chunk 0/1 of /temperature"; null while the file has the expected length. */
  name: string | null;
}

const RESTORE = "restore it from another copy of the repository";

/** Receives a finding about the file at a path. */
type Wrong = (path: string, code: string, message: string, remedy?: string) => void;

/** Checks everything that is referenced; `partsOf` reads a manifest again. */
export async function checkRepository(
  folder: Folder,
  summary: RepositorySummary,
  partsOf: PartsOf,
): Promise<RepositoryCheck> {
  const { files } = folder;
  const findings: CheckFinding[] = [];
  let more = 0;
  const wrong: Wrong = (path, code, message, remedy = RESTORE) => {
    if (findings.length >= MOST_FINDINGS) more += 1;
    else findings.push({ code, message, remedy, offset: null, severity: "error", path });
  };
  const heads = [...summary.branches.values(), ...summary.tags.values()].filter((id) => id !== null);
  const ids = reachable(summary.repo?.snapshots ?? summary.snapshots, heads);
  checkHistory(files, summary, ids, wrong);
  const snapshots = summary.snapshots.filter(({ id }) => ids.has(id));
  const listed = checkManifests(files, { ...summary, snapshots }, wrong);
  const unreachable_damaged = damagedAside(folder, summary, ids, heads);
  const { chunks, storage } = await claimedBy(files, listed, { partsOf, paths: pathsOf(snapshots) }, wrong);
  checkChunks(files, chunks, wrong);
  return {
    unreachable: summary.snapshots.length - snapshots.length + unreachable_damaged.length,
    unreachable_damaged,
    manifests: listed.size,
    chunks: chunks.size,
    storage,
    findings,
    more,
  };
}

/** Checks the snapshots named by branches and tags, and their ancestors; `ids` are the known snapshots. */
function checkHistory(
  files: Folder["files"],
  { branches, tags, repo, snapshots }: RepositorySummary,
  ids: ReadonlySet<string>,
  wrong: Wrong,
): void {
  const missing = new Set<string>();
  // An unreadable file already has a finding.
  const look = (id: string | null, message: string) => {
    const path = `snapshots/${id}`;
    if (id === null || files.has(path) || missing.has(id)) return;
    missing.add(id);
    wrong(path, "missing-file", message);
  };
  const lookForNamed = (kind: string, refs: NamedSnapshots) => {
    for (const [name, id] of refs) look(id, `the ${kind} ${name} refers to a missing snapshot`);
  };
  if (branches.size === 0) wrong(repo === null ? "refs" : "repo", "mismatch", "the repository has no branch");
  lookForNamed("branch", branches);
  lookForNamed("tag", tags);
  const history = repo?.snapshots ?? snapshots;
  for (const { id, parent } of history) {
    if (ids.has(id)) look(parent, `the parent of ${id} is missing`);
  }
  for (const id of circles(history)) wrong(`snapshots/${id}`, "mismatch", "the snapshot is its own ancestor");
}

/** Returns the ids of damaged snapshots that no branch, tag or reachable snapshot names. */
function damagedAside(
  folder: Folder,
  { repo, snapshots }: Pick<RepositorySummary, "repo" | "snapshots">,
  ids: ReadonlySet<string>,
  heads: readonly string[],
): string[] {
  const parents = (repo?.snapshots ?? snapshots).flatMap(({ id, parent }) => (ids.has(id) ? [parent] : []));
  const known = new Set([...ids, ...heads, ...parents, ...snapshots.map(({ id }) => id)]);
  return [...namesIn(folder, "snapshots").keys()].filter((id) => !known.has(id)).sort();
}

/** Compares manifests with the statements of snapshots; returns their ids. */
function checkManifests(
  files: Folder["files"],
  summary: Pick<RepositorySummary, "snapshots" | "manifests">,
  wrong: Wrong,
): Set<string> {
  const manifests = new Map(summary.manifests.map((manifest) => [manifest.id, manifest]));
  const listed = new Set<string>();
  for (const snapshot of summary.snapshots) {
    const ofSnapshot = new Set(snapshot.manifests.map(({ id }) => id));
    for (const { id, bytes, refs } of snapshot.manifests) {
      if (listed.has(id)) continue;
      listed.add(id);
      const path = `manifests/${id}`;
      const file = files.get(path);
      const manifest = manifests.get(id);
      if (file === undefined) {
        wrong(path, "missing-file", `a manifest of the snapshot ${snapshot.id} is missing`);
      } else if (BigInt(file.bytes) !== bytes) {
        wrong(path, "wrong-size", `the manifest has ${file.bytes} bytes, but its snapshot states ${bytes}`);
      }
      const found = manifest?.arrays.reduce((sum, array) => sum + array.refs, 0);
      if (found !== undefined && found !== refs)
        wrong(path, "mismatch", `the manifest has ${found} references, but its snapshot states ${refs}`);
    }
    for (const node of snapshot.nodes) {
      if (node.type !== "array") continue;
      for (const { id } of node.manifests) {
        if (!ofSnapshot.has(id))
          wrong(`manifests/${id}`, "mismatch", `${node.path} has a manifest that its snapshot does not list`);
      }
    }
  }
  return listed;
}

/** The paths of arrays by their ids. */
function pathsOf(snapshots: RepositorySummary["snapshots"]): Map<string, string> {
  const paths = new Map<string, string>();
  for (const { nodes } of snapshots)
    for (const { id, path, type } of nodes) if (type === "array") paths.set(id, path);
  return paths;
}

/** The expected chunk files of manifests, and their sizes. */
async function claimedBy(
  files: Folder["files"],
  manifests: Iterable<string>,
  { partsOf, paths }: { partsOf: PartsOf; paths: ReadonlyMap<string, string> },
  wrong: Wrong,
): Promise<{ chunks: Map<string, Claimed>; storage: ChunkStorage }> {
  const storage: ChunkStorage = { native_bytes: 0n, virtual_bytes: 0n, inline_bytes: 0n };
  const chunks = new Map<string, Claimed>();
  const countedChunks = new Set<string>();
  for (const id of manifests) {
    for await (const { node, references } of partsOf(id)) {
      const nameOf = ({ index }: ChunkReference): string =>
        `chunk ${index.join("/")} of ${paths.get(node) ?? `the array ${node}`}`;
      for (const reference of references) {
        if (isUndecodable(reference)) {
          const message = `the location of ${nameOf(reference)} can't be decompressed`;
          wrong(`manifests/${id}`, "bad-metadata", message);
        }
        addStorage(storage, countedChunks, reference);
        claim(files, chunks, reference, id, nameOf);
      }
    }
  }
  return { chunks, storage };
}

/** Whether a compressed location could not be decompressed. */
function isUndecodable({ kind, location, compressed_bytes }: ChunkReference): boolean {
  return kind === "virtual" && location === null && compressed_bytes !== null;
}

/** Adds the size of a reference; native chunks already in `counted` are skipped, new ones added. */
function addStorage(
  storage: ChunkStorage,
  counted: Set<string>,
  { kind, chunk_id, offset, length }: ChunkReference,
): void {
  if (kind === "inline") storage.inline_bytes += length;
  else if (kind === "virtual") storage.virtual_bytes += length;
  else if (chunk_id !== null && !counted.has(`${chunk_id} ${offset}`)) {
    counted.add(`${chunk_id} ${offset}`);
    storage.native_bytes += length;
  }
}

/** Merges the statements of a reference about a chunk file with those of others. */
function claim(
  files: Folder["files"],
  chunks: Map<string, Claimed>,
  reference: ChunkReference,
  manifest: string,
  nameOf: (reference: ChunkReference) => string,
): void {
  const { chunk_id, offset, length } = reference;
  if (chunk_id === null) return;
  const end = (offset ?? 0n) + length;
  const claimed = chunks.get(chunk_id) ?? { bytes: -1n, isWhole: true, manifest, name: null };
  chunks.set(chunk_id, claimed);
  if (offset !== 0n) claimed.isWhole = false;
  if (end <= claimed.bytes) return;
  claimed.bytes = end;
  // Names of all chunks would take much memory.
  const file = files.get(`chunks/${chunk_id}`);
  if (file === undefined || BigInt(file.bytes) !== end) claimed.name ??= nameOf(reference);
}

/** Checks that chunk files exist and have the expected lengths. */
function checkChunks(files: Folder["files"], chunks: ReadonlyMap<string, Claimed>, wrong: Wrong): void {
  for (const [id, { bytes, isWhole, manifest, name }] of chunks) {
    const path = `chunks/${id}`;
    const file = files.get(path);
    if (file === undefined) wrong(path, "missing-file", `${name} is missing`);
    else if (BigInt(file.bytes) < bytes || (isWhole && BigInt(file.bytes) !== bytes))
      wrong(
        path,
        "wrong-size",
        `${name} has ${file.bytes} bytes, but the manifest ${manifest} states ${bytes}`,
      );
  }
}
