/** What lies in a folder that was dropped, as far as it is looked at. */

/** Folders within folders that are looked into. */
const MOST_DEPTH = 8;
/** Files of a folder that are looked at: each is opened for a moment to be recognised. */
export const MOST_FILES = 1000;

export interface FolderContents {
  /** By their paths below the dropped folder, in the order in which people count: run2 before run10. */
  files: readonly { path: string; file: File }[];
  /** Whether there was more than is looked at. */
  isCut: boolean;
}

/** All files in folders, and in the folders within them; what can't be read is left out. */
export async function filesIn(folders: readonly FileSystemDirectoryEntry[]): Promise<FolderContents> {
  const files: { path: string; file: File }[] = [];
  let isCut = false;

  async function look(folder: FileSystemDirectoryEntry, path: string, depth: number): Promise<void> {
    for await (const entry of entriesOf(folder)) {
      if (files.length >= MOST_FILES) isCut = true;
      if (isCut) return;
      if (entry.isFile) {
        const file = await fileOf(entry as FileSystemFileEntry);
        if (file) files.push({ path: path + entry.name, file });
      } else if (depth < MOST_DEPTH)
        await look(entry as FileSystemDirectoryEntry, `${path}${entry.name}/`, depth + 1);
      else isCut = true;
    }
  }

  for (const folder of folders) await look(folder, "", 1);
  return { files: inOrder(files), isCut };
}

/** The files of a folder that was picked: the browser tells their paths. */
export function pickedFolder(list: readonly File[]): FolderContents {
  const files = list.slice(0, MOST_FILES).map((file) => {
    const path = file.webkitRelativePath.replace(/^[^/]*\//u, "");
    return { path: path || file.name, file };
  });
  return { files: inOrder(files), isCut: list.length > MOST_FILES };
}

function inOrder<T extends { path: string }>(files: T[]): T[] {
  const { compare } = new Intl.Collator("en", { numeric: true });
  return files.sort((a, b) => compare(a.path, b.path));
}

/** A reader gives some entries at a time, and none at the end. */
async function* entriesOf(folder: FileSystemDirectoryEntry): AsyncGenerator<FileSystemEntry> {
  const reader = folder.createReader();
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve) =>
      reader.readEntries(resolve, () => resolve([])),
    );
    if (some.length === 0) return;
    yield* some;
  }
}

function fileOf(entry: FileSystemFileEntry): Promise<File | null> {
  return new Promise((resolve) => entry.file(resolve, () => resolve(null)));
}
