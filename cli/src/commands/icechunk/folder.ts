/** A repository's folder on disk. */

import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { type Folder, type FolderFile, filesOfStore, isRepository, TagviewError } from "../../runtime/engine";

/** Maximum depth of nested folders: those of a repository have two levels. */
const MOST_DEPTH = 8;

export function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/** Whether the direct entries of a folder are those of a repository; false for an unreadable folder. */
export function isRepositoryAt(path: string): boolean {
  try {
    const entries = readdirSync(path, { withFileTypes: true });
    return isRepository(entries.map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name)));
  } catch {
    return false;
  }
}

/**
 * Returns the repository at an address, from the list of objects of S3 and compatible stores. Null if the store gives
 * no list, or the list is not that of a repository: the address is then that of a file.
 * @throws TagviewError `open-failed`.
 */
export async function storedFolder(url: string): Promise<Folder | null> {
  const files = await filesOfStore(url);
  return files !== null && isRepository(files.keys()) ? { name: url, files } : null;
}

/**
 * The folder with all its files.
 * @throws TagviewError `open-failed`.
 */
export function folderAt(path: string): Folder {
  const files = new Map<string, FolderFile>();
  const visit = (inner: string, depth: number): void => {
    for (const entry of readdirSync(join(path, inner), { withFileTypes: true })) {
      const name = inner === "" ? entry.name : `${inner}/${entry.name}`;
      if (entry.isDirectory() && depth < MOST_DEPTH) visit(name, depth + 1);
      else if (entry.isFile()) {
        const source = { kind: "path", path: join(path, name) } as const;
        files.set(name, { bytes: statSync(source.path).size, source });
      }
    }
  };
  try {
    visit("", 0);
  } catch (cause) {
    const reason = cause instanceof Error && "code" in cause ? String(cause.code) : String(cause);
    const message = `the folder can't be read (${reason})`;
    throw new TagviewError("open-failed", message, "check its permissions", null, { cause });
  }
  return { name: path, files };
}
