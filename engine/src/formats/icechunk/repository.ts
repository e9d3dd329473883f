/** What a repository has: its branches and tags, its snapshots with what each changed, and its manifests. */

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
  RepoContent,
  SnapshotContent,
  TransactionLogContent,
} from "./results.ts";

/** A snapshot, with its parent whichever file says it. */
export interface RepositorySnapshot extends SnapshotContent {
  header: HeaderOf<"snapshot">;
  changes: (TransactionLogContent & { header: HeaderOf<"transaction-log"> }) | null;
}

export type RepositoryManifest = ManifestContent & { header: HeaderOf<"manifest"> };

export interface RepositorySummary {
  spec_version: number | null;
  /** Null where a branch names no snapshot. */
  branches: Record<string, string | null>;
  tags: Record<string, string | null>;
  deleted_tags: string[];
  /** Each before its parent, of two the later first. */
  snapshots: RepositorySnapshot[];
  manifests: RepositoryManifest[];
  /** Since version 2. */
  repo: (RepoContent & { header: HeaderOf<"repo-info", null> }) | null;
  /** The file `config.yaml` of version 1. */
  config_yaml: string | null;
  files: number;
  bytes: number;
  complete: boolean;
  error: RepositoryFinding | null;
  findings: RepositoryFinding[];
}

/** Findings that are kept. */
const MOST_FINDINGS = 1000;

/** Reads all metadata files of a repository. */
export async function readRepository(
  folder: Folder,
  reader: RepositoryReader,
  { signal, onBytes }: IcechunkReading = {},
): Promise<RepositorySummary> {
  const { files } = folder;
  if (!files.has("repo") && namesIn(folder, "snapshots").size === 0) {
    throw new TagviewError(
      "unknown-format",
      "this folder is no Icechunk repository: it has neither a file repo nor a folder snapshots",
      "name the folder that holds them",
    );
  }
  const findings: RepositoryFinding[] = [];
  const paths = [
    "repo",
    ...["snapshots", "transactions", "manifests"].flatMap((name) => inOrder(folder, name)),
  ];
  const total = paths.reduce((sum, path) => sum + (files.get(path)?.bytes ?? 0), 0);
  let before = 0;

  /** What a file says; null, with a finding, where it is not what it should be. */
  const read = async (path: string, type: IcechunkFileType): Promise<IcechunkSummary | null> => {
    const file = files.get(path);
    if (file === undefined) return null;
    if (signal?.aborted) throw cancelled();
    try {
      const opened = await reader.open(file.source, {
        signal,
        onBytes: (bytes) => onBytes?.(before + bytes, total),
      });
      opened.close();
      const { summary } = opened;
      for (const { length, ...finding } of summary.findings) findings.push({ ...finding, path });
      if (summary.type !== type) {
        const message = `the file holds a ${summary.type}, where a ${type} should be`;
        throw new TagviewError("mismatch", message, "restore it from another copy");
      }
      if (summary.id !== null && summary.id !== path.slice(path.lastIndexOf("/") + 1)) {
        const message = `the file holds ${summary.id}, which is not its name`;
        throw new TagviewError("mismatch", message, "restore it from another copy");
      }
      return summary;
    } catch (thrown) {
      const finding = findingOf(path, thrown);
      if (finding.code === "cancelled") throw thrown;
      findings.push(finding);
      return null;
    } finally {
      before += file.bytes;
    }
  };

  const repoFile = await read("repo", "repo-info");
  const repo = repoFile?.repo ? { ...repoFile.repo, header: headerOf(repoFile, "repo-info", null) } : null;
  const parents = new Map(repo?.snapshots.map(({ id, parent }) => [id, parent]));
  const logs = new Map<string, RepositorySnapshot["changes"]>();
  for (const path of inOrder(folder, "transactions")) {
    const log = await read(path, "transaction-log");
    if (log?.transaction_log) {
      logs.set(log.transaction_log.id, {
        ...log.transaction_log,
        header: headerOf(log, "transaction-log", log.transaction_log.id),
      });
    }
  }
  const snapshots: RepositorySnapshot[] = [];
  for (const path of inOrder(folder, "snapshots")) {
    const file = await read(path, "snapshot");
    if (!file?.snapshot) continue;
    const { id } = file.snapshot;
    const parent = parents.get(id) ?? file.snapshot.parent;
    snapshots.push({
      ...file.snapshot,
      parent,
      header: headerOf(file, "snapshot", id),
      changes: logs.get(id) ?? null,
    });
  }
  const manifests: RepositoryManifest[] = [];
  for (const path of inOrder(folder, "manifests")) {
    const file = await read(path, "manifest");
    if (file?.manifest)
      manifests.push({ ...file.manifest, header: headerOf(file, "manifest", file.manifest.id) });
  }
  const refs = repo === null ? await readRefs(folder, reader, findings) : repo;
  const config = files.get("config.yaml");
  const error = findings.find(({ severity }) => severity === "error") ?? null;
  return {
    spec_version: repo?.spec_version ?? snapshots[0]?.header.spec_version ?? null,
    branches: refs.branches,
    tags: refs.tags,
    deleted_tags: refs.deleted_tags,
    snapshots: newestFirst(snapshots),
    manifests,
    repo,
    config_yaml: config === undefined ? null : await readText(reader, config),
    files: files.size,
    bytes: [...files.values()].reduce((sum, { bytes }) => sum + bytes, 0),
    complete: error === null,
    error,
    findings: findings.slice(0, MOST_FINDINGS),
  };
}

/** Paths of the files in one of the folder's folders, in the order of their names. */
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
      const { snapshot } = JSON.parse(await readText(reader, file));
      refs[kind].set(ref, typeof snapshot === "string" ? snapshot : null);
    } catch (thrown) {
      findings.push({
        ...findingOf(path, thrown),
        ...(thrown instanceof SyntaxError
          ? { code: "bad-metadata", message: "the file is no JSON", remedy: "restore it from another copy" }
          : {}),
      });
      refs[kind].set(ref, null);
    }
  }
  for (const ref of deleted_tags) refs.tag.delete(ref);
  return { branches: Object.fromEntries(refs.branch), tags: Object.fromEntries(refs.tag), deleted_tags };
}
