import type { OnFiles } from "./picker";

/** Handlers of drops anywhere on the page. */
export interface Drops {
  onFiles: OnFiles;
  onFolders(folders: readonly FileSystemDirectoryEntry[]): void;
  onText(text: string): void;
}

/** Time in milliseconds without a drag event after which the drag is over: browsers send one every 50 to 350 ms. */
const OVER_MS = 600;

/** Accepts drops; while something is dragged over the page, its body has the class `dropping`. */
export function acceptDrops({ onFiles, onFolders, onText }: Drops): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  // Browsers do not always report that a drag left the page or was cancelled, so it also ends when its events stop.
  const mark = (isOver: boolean): void => {
    document.body.classList.toggle("dropping", isOver);
    clearTimeout(timer);
    if (isOver) timer = setTimeout(mark, OVER_MS, false);
  };
  addEventListener("dragenter", (event) => {
    event.preventDefault();
    mark(true);
  });
  addEventListener("dragover", (event) => {
    event.preventDefault();
    mark(true);
    if (event.dataTransfer) event.dataTransfer.dropEffect = "copy";
  });
  addEventListener("drop", (event) => {
    event.preventDefault();
    mark(false);
    const { dataTransfer } = event;
    if (!dataTransfer) return;
    const text = dataTransfer.getData("text/plain");
    const { files, folders, handles } = contentsOf(dataTransfer);
    if (files.length > 0) onFiles(files, handles);
    if (folders.length > 0) onFolders(folders);
    if (files.length === 0 && folders.length === 0 && text !== "") onText(text);
  });
}

/** Files and folders; these and the handles are available only during the event. */
function contentsOf({ items }: DataTransfer): {
  files: File[];
  folders: FileSystemDirectoryEntry[];
  handles: Promise<FileSystemHandle[]>;
} {
  const files: File[] = [];
  const folders: FileSystemDirectoryEntry[] = [];
  const handles: Promise<FileSystemHandle | null | undefined>[] = [];
  for (const item of items) {
    if (item.kind !== "file") continue;
    const entry = item.webkitGetAsEntry();
    if (entry?.isDirectory) {
      folders.push(entry as FileSystemDirectoryEntry);
      continue;
    }
    const file = item.getAsFile();
    if (!file) continue;
    files.push(file);
    if (hasHandle(item)) handles.push(item.getAsFileSystemHandle().catch(() => undefined));
  }
  return {
    files,
    folders,
    handles: Promise.all(handles).then((all) => all.flatMap((handle) => handle ?? [])),
  };
}

/** An item of a browser that has the File System Access API. */
interface ItemWithHandle extends DataTransferItem {
  /** Resolves to null for an item outside the file system. */
  getAsFileSystemHandle(): Promise<FileSystemHandle | null | undefined>;
}

function hasHandle(item: DataTransferItem): item is ItemWithHandle {
  return "getAsFileSystemHandle" in item;
}
