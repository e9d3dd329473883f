/**
 * Whether everything that a repository's branches and tags lead to is there, with the size that its metadata claim. What
 * they don't lead to is not checked: it remains for a while where snapshots expire, and garbage collection removes parts.
 */

import type { Folder, RepositoryFinding } from "./folder.ts";
import { circles, reachable } from "./history.ts";
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
  /** Snapshots that no branch or tag leads to; what they refer to is not looked for. */
  unreachable: number;
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
  const { chunks, storage } = await claimedBy(listed, references, wrong);
  checkChunks(files, chunks, wrong);
  return {
    unreachable: summary.snapshots.length - snapshots.length,
    manifests: listed.size,
    chunks: chunks.size,
    storage,
    findings,
    more,
  };
}

/** Looks for the snapshots that branches and tags name, and for their ancestors; `ids` are those that are known. */
function checkHistory(
  files: Folder["files"],
  { branches, tags, repo, snapshots }: RepositorySummary,
  ids: ReadonlySet<string>,
  wrong: Wrong,
): void {
  const missing = new Set<string>();
  // A file that is there and can't be read has a finding of the reading.
  const look = (id: string | null, message: string) => {
    const path = `snapshots/${id}`;
    if (id === null || files.has(path) || missing.has(id)) return;
    missing.add(id);
    wrong(path, "missing-file", message);
  };
  const lookForNamed = (kind: string, refs: NamedSnapshots) => {
    for (const [name, id] of refs) look(id, `the ${kind} ${name} names a snapshot that is not there`);
  };
  if (branches.size === 0) wrong(repo === null ? "refs" : "repo", "mismatch", "the repository has no branch");
  lookForNamed("branch", branches);
  lookForNamed("tag", tags);
  const history = repo?.snapshots ?? snapshots;
  for (const { id, parent } of history) {
    if (ids.has(id)) look(parent, `the parent of ${id} is not there`);
  }
  for (const id of circles(history)) wrong(`snapshots/${id}`, "mismatch", "the snapshot is its own ancestor");
}

/** Compares manifests with what snapshots say of them; answers their ids. */
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
  return listed;
}

/** What manifests claim of files of chunks, and what these take. */
async function claimedBy(
  manifests: Iterable<string>,
  references: ReferencesOf,
  wrong: Wrong,
): Promise<{ chunks: Map<string, Claimed>; storage: ChunkStorage }> {
  const storage: ChunkStorage = { native_bytes: 0n, virtual_bytes: 0n, inline_bytes: 0n };
  const chunks = new Map<string, Claimed>();
  const countedChunks = new Set<string>();
  for (const id of manifests) {
    for await (const reference of references(id)) {
      if (isUndecodable(reference)) {
        const message = `the location of chunk ${reference.index.join("/")} can't be decompressed`;
        wrong(`manifests/${id}`, "bad-metadata", message);
      }
      addStorage(storage, countedChunks, reference);
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
