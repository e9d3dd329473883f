/** Whether everything that a repository's metadata refer to is there, with the size that they claim. */

import type { Folder, RepositoryFinding } from "./folder.ts";
import { ancestry } from "./history.ts";
import type { RepositorySummary } from "./repository.ts";
import type { ChunkReference, NamedSnapshots } from "./results.ts";

/** Bytes of chunks by kind, those of several references to one chunk counted once. */
export interface ChunkStorage {
  native_bytes: bigint;
  virtual_bytes: bigint;
  inline_bytes: bigint;
}

/** Something that is not there, or is not what it is said to be. */
export interface CheckFinding extends RepositoryFinding {
  offset: null;
}

export interface RepositoryCheck {
  /** Manifests and native chunks that were looked for. */
  manifests: number;
  chunks: number;
  /** Of what branches and tags lead to. */
  storage: ChunkStorage;
  /** The first of them. */
  findings: CheckFinding[];
  /** How many there are besides. */
  more: number;
}

/** Findings that are kept. */
const MOST_FINDINGS = 1000;

/** The references of a manifest. */
export type ReferencesOf = (manifest: string) => AsyncIterable<ChunkReference>;

/** What is claimed of a file of chunks. */
interface Claimed {
  bytes: bigint;
  /** Whether all references are to its first byte, so that it is as long as the longest. */
  isWhole: boolean;
  manifest: string;
}

const RESTORE = "restore it from another copy of the repository";

/** Takes a finding about the file at a path. */
type Wrong = (path: string, code: string, message: string, remedy?: string) => void;

/** Looks for all that is referred to; `references` reads a manifest again. */
export async function checkRepository(
  { files }: Folder,
  summary: RepositorySummary,
  references: ReferencesOf,
): Promise<RepositoryCheck> {
  const findings: CheckFinding[] = [];
  const wrong: Wrong = (path, code, message, remedy = RESTORE) =>
    findings.push({ code, message, remedy, offset: null, severity: "error", path });
  checkHistory(files, summary, wrong);
  const manifests = checkManifests(files, summary, wrong);
  const { chunks, storage } = await claimedBy(summary, references, wrong);
  checkChunks(files, chunks, wrong);
  return {
    manifests,
    chunks: chunks.size,
    storage,
    findings: findings.slice(0, MOST_FINDINGS),
    more: Math.max(0, findings.length - MOST_FINDINGS),
  };
}

/** Looks for the snapshots that branches, tags and the history name. */
function checkHistory(files: Folder["files"], summary: RepositorySummary, wrong: Wrong): void {
  const known = new Set(summary.snapshots.map(({ id }) => id));
  const isOf = (kind: string, refs: NamedSnapshots) => {
    for (const [name, id] of refs) {
      if (id === null || !known.has(id))
        wrong(`snapshots/${id}`, "missing-file", `the ${kind} ${name} names a snapshot that is not there`);
    }
  };
  isOf("branch", summary.branches);
  isOf("tag", summary.tags);
  for (const { id, parent } of summary.repo?.snapshots ?? summary.snapshots) {
    if (!known.has(id) && files.has(`snapshots/${id}`) === false)
      wrong(`snapshots/${id}`, "missing-file", "the history names a snapshot that is not there");
    if (parent !== null && !known.has(parent) && summary.repo === null)
      wrong(`snapshots/${parent}`, "missing-file", `the parent of ${id} is not there`);
  }
}

/** Compares manifests with what snapshots say of them; answers how many there are. */
function checkManifests(files: Folder["files"], summary: RepositorySummary, wrong: Wrong): number {
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
        wrong(path, "missing-file", `a manifest of the snapshot ${snapshot.id} is not there`);
      } else if (BigInt(file.bytes) !== bytes) {
        wrong(path, "wrong-size", `the manifest has ${file.bytes} bytes, its snapshot says ${bytes}`);
      }
      const found = manifest?.arrays.reduce((sum, array) => sum + array.refs, 0);
      if (found !== undefined && found !== refs)
        wrong(path, "mismatch", `the manifest has ${found} references, its snapshot says ${refs}`);
    }
    for (const node of snapshot.nodes) {
      if (node.type !== "array") continue;
      for (const { id } of node.manifests) {
        if (!ofSnapshot.has(id))
          wrong(`manifests/${id}`, "mismatch", `${node.path} has a manifest that its snapshot does not list`);
      }
    }
  }
  return listed.size;
}

/** What all manifests claim of files of chunks, and what those take that a branch or a tag leads to. */
async function claimedBy(
  summary: RepositorySummary,
  references: ReferencesOf,
  wrong: Wrong,
): Promise<{ chunks: Map<string, Claimed>; storage: ChunkStorage }> {
  const counted = reachableManifests(summary);
  const storage: ChunkStorage = { native_bytes: 0n, virtual_bytes: 0n, inline_bytes: 0n };
  const chunks = new Map<string, Claimed>();
  const countedChunks = new Set<string>();
  for (const { id } of summary.manifests) {
    for await (const reference of references(id)) {
      if (isUndecodable(reference)) {
        const message = `the location of chunk ${reference.index.join("/")} can't be decompressed`;
        wrong(`manifests/${id}`, "bad-metadata", message);
      }
      if (counted.has(id)) addStorage(storage, countedChunks, reference);
      claim(chunks, reference, id);
    }
  }
  return { chunks, storage };
}

/** Whether a location that was compressed could not be decompressed. */
function isUndecodable({ kind, location, compressed_bytes }: ChunkReference): boolean {
  return kind === "virtual" && location === null && compressed_bytes !== null;
}

/** Adds what a reference takes; of native chunks, those in `counted` are left out, and new ones put there. */
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

/** Puts what a reference claims of a file of chunks together with what others do. */
function claim(
  chunks: Map<string, Claimed>,
  { chunk_id, offset, length }: ChunkReference,
  manifest: string,
): void {
  if (chunk_id === null) return;
  const end = (offset ?? 0n) + length;
  const claimed = chunks.get(chunk_id);
  if (claimed === undefined) {
    chunks.set(chunk_id, { bytes: end, isWhole: offset === 0n, manifest });
    return;
  }
  if (end > claimed.bytes) claimed.bytes = end;
  if (offset !== 0n) claimed.isWhole = false;
}

/** The manifests of snapshots that a branch or a tag leads to. */
function reachableManifests({ branches, tags, snapshots }: RepositorySummary): Set<string> {
  const heads = [...branches.values(), ...tags.values()];
  const reachable = new Set(heads.flatMap((id) => (id === null ? [] : ancestry(snapshots, id))));
  return new Set(
    snapshots
      .filter(({ id }) => reachable.has(id))
      .flatMap((snapshot) => snapshot.manifests.map(({ id }) => id)),
  );
}

/** Looks for the files of chunks, and whether they are as long as is claimed. */
function checkChunks(files: Folder["files"], chunks: ReadonlyMap<string, Claimed>, wrong: Wrong): void {
  for (const [id, { bytes, isWhole, manifest }] of chunks) {
    const path = `chunks/${id}`;
    const file = files.get(path);
    if (file === undefined) wrong(path, "missing-file", `a chunk of the manifest ${manifest} is not there`);
    else if (BigInt(file.bytes) < bytes || (isWhole && BigInt(file.bytes) !== bytes))
      wrong(path, "wrong-size", `the chunk has ${file.bytes} bytes, the manifest ${manifest} says ${bytes}`);
  }
}
