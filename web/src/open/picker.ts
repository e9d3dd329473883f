import { filePicker } from "../ui/file-picker";

const ID = "picker";
const FOLDER_ID = "folder-picker";

/** Called with the picked files. `handles` reopen the same files; some browsers have none. */
export type OnFiles = (files: readonly File[], handles: Promise<readonly FileSystemHandle[]>) => void;

/** A picker of a browser that has the File System Access API. */
interface WindowWithPicker {
  showOpenFilePicker(options: { multiple: boolean }): Promise<FileSystemFileHandle[]>;
}

const NO_HANDLES = Promise.resolve([]);

let openFiles: OnFiles = () => {};

/** The hidden inputs for files and for a folder, opened by `pickFiles` and `pickFolder`. */
export function filePickers(
  onFiles: OnFiles,
  onFolder: (files: readonly File[]) => void,
): HTMLInputElement[] {
  openFiles = onFiles;
  return [
    filePicker({ id: ID, multiple: true, "aria-label": "Files to open" }, (files) =>
      onFiles(files, NO_HANDLES),
    ),
    filePicker({ id: FOLDER_ID, webkitdirectory: true, "aria-label": "Folder to open" }, onFolder),
  ];
}

/** Opens the dialog for files. */
export function pickFiles(): void {
  if ("showOpenFilePicker" in window) void pickWithHandles(window as Window & WindowWithPicker);
  else document.getElementById(ID)?.click();
}

/** Opens the dialog for a folder. */
export function pickFolder(): void {
  document.getElementById(FOLDER_ID)?.click();
}

async function pickWithHandles(browser: WindowWithPicker): Promise<void> {
  try {
    const handles = await browser.showOpenFilePicker({ multiple: true });
    openFiles(await Promise.all(handles.map((handle) => handle.getFile())), Promise.resolve(handles));
  } catch (thrown) {
    // The user closed the dialog. If the browser forbids it, as in a frame, the plain input is used.
    if (!(thrown instanceof DOMException && thrown.name === "AbortError"))
      document.getElementById(ID)?.click();
  }
}
