/** Files in a dropped folder, up to a limit. */

import type { FoundFolder } from "../app/viewer";

/** Maximum depth of nested folders. */
const MOST_DEPTH = 8;
/** Maximum number of files of a folder that are opened to be recognised. */
const MOST_FILES = 1000;
/** Maximum number of files listed of a folder that is opened as one item. */
const MOST_LISTED = 100_000;

/** Whether a folder with these files, and with folders whose paths end in `/`, is opened as one item. */
export type IsOne = (paths: readonly string[]) => boolean;

/**
 * The files of each folder and its nested folders, in numeric order: run2 before run10. Unreadable entries are omitted.
 */
export function filesIn(folders: readonly FileSystemDirectoryEntry[], isOne: IsOne): Promise<FoundFolder[]> {
  return Promise.all(folders.map((folder) => contentsOf(folder, isOne)));
}

async function contentsOf(folder: FileSystemDirectoryEntry, isOne: IsOne): Promise<FoundFolder> {
  const files: FoundFolder["files"][number][] = [];
  let isCut = false;
  const first = await entriesIn(folder);
  const most = isOne(first.map(({ name, isFile }) => (isFile ? name : `${name}/`)))
    ? MOST_LISTED
    : MOST_FILES;

  async function take(entries: readonly FileSystemEntry[], path: string): Promise<void> {
    const listed = entries.filter(({ isFile }) => isFile).slice(0, most - files.length + 1);
    for (let from = 0; from < listed.length; from += AT_A_TIME) {
      const some = listed.slice(from, from + AT_A_TIME) as FileSystemFileEntry[];
      const read = await Promise.all(some.map(fileOf));
      read.forEach((file, k) => {
        if (files.length >= most) isCut = true;
        else if (file) files.push({ path: path + (some[k]?.name ?? ""), file });
      });
    }
  }

  async function look(entries: readonly FileSystemEntry[], path: string, depth: number): Promise<void> {
    await take(entries, path);
    // Small groups come first, so that a limit omits a repository's chunks before anything else.
    const folders = entries.filter(({ isDirectory }) => isDirectory) as FileSystemDirectoryEntry[];
    const inner: { entries: FileSystemEntry[]; path: string }[] = [];
    for (const folder of folders) {
      if (isCut || depth >= MOST_DEPTH) {
        isCut = true;
        return;
      }
      inner.push({ entries: await entriesIn(folder), path: `${path}${folder.name}/` });
    }
    inner.sort((a, b) => a.entries.length - b.entries.length);
    for (const { entries, path } of inner) {
      if (isCut) return;
      await look(entries, path, depth + 1);
    }
  }

  await look(first, "", 1);
  return { name: folder.name, files: inOrder(files), isCut };
}

/** The files of a selected folder: the browser gives their paths. */
export function pickedFolder(list: readonly File[], isOne: IsOne): FoundFolder {
  const name = list[0]?.webkitRelativePath.split("/", 1)[0] ?? "";
  const files = list.map((file) => {
    const path = file.webkitRelativePath.replace(/^[^/]*\//u, "");
    return { path: path || file.name, file };
  });
  const most = isOne(files.map(({ path }) => path)) ? MOST_LISTED : MOST_FILES;
  return { name, files: inOrder(files.slice(0, most)), isCut: files.length > most };
}

function inOrder<T extends { path: string }>(files: T[]): T[] {
  const { compare } = new Intl.Collator("en", { numeric: true });
  return files.sort((a, b) => compare(a.path, b.path));
}

/** Maximum number of files opened at the same time. */
const AT_A_TIME = 200;

/** Reads all entries: each call of the reader returns some of them, and an empty list at the end. */
async function entriesIn(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const entries: FileSystemEntry[] = [];
  while (entries.length <= MOST_LISTED) {
    const some = await new Promise<FileSystemEntry[]>((resolve) =>
      reader.readEntries(resolve, () => resolve([])),
    );
    if (some.length === 0) break;
    for (const entry of some) entries.push(entry);
  }
  return entries;
}

function fileOf(entry: FileSystemFileEntry): Promise<File | null> {
  return new Promise((resolve) => entry.file(resolve, () => resolve(null)));
}
