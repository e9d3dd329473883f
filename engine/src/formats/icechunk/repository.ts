/** The contents of a repository: branches and tags, snapshots with their changes, and manifests. */

import { cancelled, TagviewError } from "../../errors.ts";
import {
  type Folder,
  findingOf,
  namesIn,
  type RepositoryFinding,
  type RepositoryReader,
  readText,
} from "./folder.ts";
import { newestFirst } from "./history.ts";
import type { IcechunkReading } from "./open.ts";
import type {
  HeaderOf,
  IcechunkFileType,
  IcechunkSummary,
  ManifestContent,
  NamedSnapshots,
  RepoContent,
  SnapshotContent,
  TransactionLogContent,
} from "./results.ts";

/** A snapshot with its parent, from either file. */
export interface RepositorySnapshot extends SnapshotContent {
  header: HeaderOf<"snapshot">;
  changes: (TransactionLogContent & { header: HeaderOf<"transaction-log"> }) | null;
}

export type RepositoryManifest = ManifestContent & { header: HeaderOf<"manifest"> };

export interface RepositorySummary {
  spec_version: number | null;
  branches: NamedSnapshots;
  tags: NamedSnapshots;
  deleted_tags: string[];
  /** Each before its parent; otherwise later ones first. */
  snapshots: RepositorySnapshot[];
  manifests: RepositoryManifest[];
  /** Since version 2. */
  repo: (RepoContent & { header: HeaderOf<"repo-info", null> }) | null;
  /** The file `config.yaml` of version 1; null if missing or unreadable. */
  config_yaml: string | null;
  files: number;
  bytes: number;
  complete: boolean;
  error: RepositoryFinding | null;
  findings: RepositoryFinding[];
}

/** Maximum number of kept findings. */
const MOST_FINDINGS = 1000;

/** Reads all metadata files of a repository. */
export async function readRepository(
  folder: Folder,
  reader: RepositoryReader,
  reading: IcechunkReading = {},
): Promise<RepositorySummary> {
  const { files } = folder;
  if (!files.has("repo") && namesIn(folder, "snapshots").size === 0) {
    throw new TagviewError(
      "unknown-format",
      "this folder is not an Icechunk repository: it has neither a file repo nor a folder snapshots",
      "name the folder that contains them",
    );
  }
  const metadata = new Metadata(folder, reader, reading);
  const repoFile = await metadata.read("repo", "repo-info");
  const repo = repoFile?.repo ? { ...repoFile.repo, header: headerOf(repoFile, "repo-info", null) } : null;
  const snapshots = await readSnapshots(folder, metadata, repo);
  const manifests = await readManifests(folder, metadata);
  const { findings } = metadata;
  const refs = repo === null ? await readRefs(folder, reader, findings) : repo;
  const config_yaml = await readConfig(folder, reader, findings);
  const error = findings.find(({ severity }) => severity === "error") ?? null;
  return {
    spec_version: repo?.spec_version ?? snapshots[0]?.header.spec_version ?? null,
    branches: refs.branches,
    tags: refs.tags,
    deleted_tags: refs.deleted_tags,
    snapshots: newestFirst(snapshots),
    manifests,
    repo,
    config_yaml,
    files: files.size,
    bytes: [...files.values()].reduce((sum, { bytes }) => sum + bytes, 0),
    complete: error === null,
    error,
    findings: findings.slice(0, MOST_FINDINGS),
  };
}

/** The metadata files of a repository, which are read one after another. */
class Metadata {
  /** Errors of the files read so far. */
  readonly findings: RepositoryFinding[] = [];
  /** Bytes of the files read so far, and of all. */
  private before = 0;
  private readonly total: number;
  private readonly files: Folder["files"];
  private readonly reader: RepositoryReader;
  private readonly reading: IcechunkReading;

  constructor(folder: Folder, reader: RepositoryReader, reading: IcechunkReading) {
    this.files = folder.files;
    this.reader = reader;
    this.reading = reading;
    const named = ["snapshots", "transactions", "manifests"].flatMap((name) => inOrder(folder, name));
    this.total = ["repo", ...named].reduce((sum, path) => sum + (this.files.get(path)?.bytes ?? 0), 0);
  }

  /** The content of a file; null, with a finding, if it is not as expected. */
  async read(path: string, type: IcechunkFileType): Promise<IcechunkSummary | null> {
    const { signal, onBytes } = this.reading;
    const file = this.files.get(path);
    if (file === undefined) return null;
    if (signal?.aborted) throw cancelled(signal);
    try {
      const opened = await this.reader.open(file.source, {
        signal,
        onBytes: (bytes) => onBytes?.(this.before + bytes, this.total),
      });
      opened.close();
      const { summary } = opened;
      for (const { length, ...finding } of summary.findings) this.findings.push({ ...finding, path });
      checkContent(summary, type, path);
      return summary;
    } catch (thrown) {
      const finding = findingOf(path, thrown);
      if (finding.code === "cancelled") throw thrown;
      this.findings.push(finding);
      return null;
    } finally {
      this.before += file.bytes;
    }
  }
}

/** @throws TagviewError `mismatch` if the content of a file does not match its folder and name. */
function checkContent(summary: IcechunkSummary, type: IcechunkFileType, path: string): void {
  if (summary.type !== type) {
    const message = `the file contains a ${summary.type} instead of a ${type}`;
    throw new TagviewError("mismatch", message, "restore it from another copy");
  }
  if (summary.id !== null && summary.id !== path.slice(path.lastIndexOf("/") + 1)) {
    const message = `the file contains ${summary.id}, which differs from its name`;
    throw new TagviewError("mismatch", message, "restore it from another copy");
  }
}

/** All snapshots, each with the changes in its transaction log. */
async function readSnapshots(
  folder: Folder,
  metadata: Metadata,
  repo: RepositorySummary["repo"],
): Promise<RepositorySnapshot[]> {
  const parents = new Map(repo?.snapshots.map(({ id, parent }) => [id, parent]));
  const logs = new Map<string, RepositorySnapshot["changes"]>();
  for (const path of inOrder(folder, "transactions")) {
    const log = await metadata.read(path, "transaction-log");
    if (log?.transaction_log) {
      const { id } = log.transaction_log;
      logs.set(id, { ...log.transaction_log, header: headerOf(log, "transaction-log", id) });
    }
  }
  const snapshots: RepositorySnapshot[] = [];
  for (const path of inOrder(folder, "snapshots")) {
    const file = await metadata.read(path, "snapshot");
    if (!file?.snapshot) continue;
    const { id } = file.snapshot;
    const parent = parents.get(id) ?? file.snapshot.parent;
    const header = headerOf(file, "snapshot", id);
    snapshots.push({ ...file.snapshot, parent, header, changes: logs.get(id) ?? null });
  }
  return snapshots;
}

async function readManifests(folder: Folder, metadata: Metadata): Promise<RepositoryManifest[]> {
  const manifests: RepositoryManifest[] = [];
  for (const path of inOrder(folder, "manifests")) {
    const file = await metadata.read(path, "manifest");
    if (file?.manifest)
      manifests.push({ ...file.manifest, header: headerOf(file, "manifest", file.manifest.id) });
  }
  return manifests;
}

/** Paths of the files in one subfolder, in the order of their names. */
function inOrder(folder: Folder, name: string): string[] {
  return [...namesIn(folder, name).values()].sort();
}

function headerOf<Type extends IcechunkFileType, Id>(
  summary: IcechunkSummary,
  type: Type,
  id: Id,
): HeaderOf<Type, Id> {
  const { snapshot, manifest, transaction_log, repo, complete, error, findings, ...header } = summary;
  return { ...header, type, id, identifier: header.identifier ?? "" };
}

/** Branches and tags of version 1: `refs/branch.NAME/ref.json`; a deleted tag has `ref.json.deleted` beside it. */
async function readRefs(
  folder: Folder,
  reader: RepositoryReader,
  findings: RepositoryFinding[],
): Promise<Pick<RepositorySummary, "branches" | "tags" | "deleted_tags">> {
  const refs = { branch: new Map<string, string | null>(), tag: new Map<string, string | null>() };
  const deleted_tags: string[] = [];
  for (const [name, path] of [...namesIn(folder, "refs")].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const [, kind, ref, end] = /^(branch|tag)\.(.+)\/ref\.json(\.deleted)?$/s.exec(name) ?? [];
    const file = folder.files.get(path);
    if ((kind !== "branch" && kind !== "tag") || ref === undefined || file === undefined) continue;
    if (end !== undefined) {
      if (kind === "tag") deleted_tags.push(ref);
      continue;
    }
    try {
      refs[kind].set(ref, snapshotNamedBy(await readText(reader, file)));
    } catch (thrown) {
      findings.push(findingOf(path, thrown));
      refs[kind].set(ref, null);
    }
  }
  for (const ref of deleted_tags) refs.tag.delete(ref);
  return { branches: refs.branch, tags: refs.tag, deleted_tags };
}

/**
 * The id in the text of a `ref.json`.
 * @throws TagviewError `bad-metadata`.
 */
function snapshotNamedBy(text: string): string {
  const wrong = (message: string) =>
    new TagviewError("bad-metadata", message, "restore it from another copy");
  let ref: unknown;
  try {
    ref = JSON.parse(text);
  } catch {
    throw wrong("the file is not JSON");
  }
  const named = typeof ref === "object" && ref !== null && "snapshot" in ref ? ref.snapshot : null;
  if (typeof named !== "string") throw wrong("the file does not name a snapshot");
  return named;
}

/** The text of `config.yaml`; null, with a finding, if unreadable. */
async function readConfig(
  { files }: Folder,
  reader: RepositoryReader,
  findings: RepositoryFinding[],
): Promise<string | null> {
  const path = "config.yaml";
  const file = files.get(path);
  if (file === undefined) return null;
  try {
    return await readText(reader, file);
  } catch (thrown) {
    findings.push(findingOf(path, thrown));
    return null;
  }
}
