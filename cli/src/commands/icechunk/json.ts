/** The objects that `--json` prints. */

import type {
  ArraySummary,
  ErrorObject,
  IcechunkSummary,
  RepositoryCheck,
  RepositoryFinding,
  RepositorySummary,
} from "../../runtime/engine";
import type { ArrayJson, RepositoryJson } from "./schemas";

/** A file: its header, then its contents. */
export function fileJson(file: string, summary: IcechunkSummary): object {
  const { snapshot, manifest, transaction_log, repo, complete, error, findings, ...header } = summary;
  const content = snapshot ?? manifest ?? transaction_log ?? repo;
  return {
    file,
    ...header,
    ...content,
    id: header.id,
    spec_version: header.spec_version,
    complete,
    error,
    findings,
  };
}

/** A file of a repository with its SHA-256. */
export interface HashedFile {
  path: string;
  bytes: number;
  sha256: string;
}

/** A finding about a file of a repository, as an error of the repository. */
export function errorOf(finding: RepositoryFinding | null): ErrorObject | null {
  if (finding === null) return null;
  const { code, path, message, offset, remedy } = finding;
  return { code, message: `${path}: ${message}`, offset, remedy };
}

export function repositoryJson(
  file: string,
  summary: RepositorySummary,
  check: RepositoryCheck | null,
  file_list: HashedFile[] | null,
): RepositoryJson {
  const { spec_version, ...rest } = summary;
  const complete = summary.complete && (check === null || check.findings.length === 0);
  const error = errorOf(summary.error ?? check?.findings[0] ?? null);
  return { file, type: "repository", spec_version, id: null, ...rest, check, file_list, complete, error };
}

export function arrayJson(file: string, array: ArraySummary, summary: RepositorySummary): ArrayJson {
  const { node, snapshot, shape, grid, refs, native, virtual, inline, missing, bytes, manifests } = array;
  return {
    file,
    type: "array",
    snapshot,
    path: node.path,
    node: node.id,
    shape,
    grid,
    refs,
    native,
    virtual,
    inline,
    missing,
    bytes,
    manifests: manifests.map(({ references, ...manifest }) => ({
      ...manifest,
      refs: references?.refs ?? null,
      native: references?.native ?? null,
      virtual: references?.virtual ?? null,
      inline: references?.inline ?? null,
    })),
    user_data: node.user_data,
    complete: summary.complete,
    error: errorOf(summary.error),
  };
}
