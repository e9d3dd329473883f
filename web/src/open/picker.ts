import { h } from "../ui/dom";

const ID = "picker";
const FOLDER_ID = "folder-picker";

/** What a person picked. `handles` are those by which the same files can be opened again; not every browser has any. */
export type OnFiles = (files: readonly File[], handles: Promise<readonly FileSystemHandle[]>) => void;

/** A picker of a browser that has the File System Access API. */
interface WindowWithPicker {
  showOpenFilePicker(options: { multiple: boolean }): Promise<FileSystemFileHandle[]>;
}

const NO_HANDLES = Promise.resolve([]);

let openFiles: OnFiles = () => {};

/** The boxes that let the person pick files, or a folder; they are in the page, unseen, and opened by `pickFiles`. */
export function filePickers(
  onFiles: OnFiles,
  onFolder: (files: readonly File[]) => void,
): HTMLInputElement[] {
  openFiles = onFiles;
  return [
    picker({ id: ID, multiple: true, "aria-label": "Files to open" }, (files) => onFiles(files, NO_HANDLES)),
    picker({ id: FOLDER_ID, webkitdirectory: true, "aria-label": "Folder to open" }, onFolder),
  ];
}

function picker(
  attributes: Record<string, string | boolean>,
  open: (files: readonly File[]) => void,
): HTMLInputElement {
  const box = h("input", {
    type: "file",
    class: "unseen",
    tabindex: -1,
    ...attributes,
    onchange: () => {
      open([...(box.files ?? [])]);
      // The same file may be picked again.
      box.value = "";
    },
  });
  return box;
}

/** Lets the person pick files. */
export function pickFiles(): void {
  if ("showOpenFilePicker" in window) void pickWithHandles(window as Window & WindowWithPicker);
  else document.getElementById(ID)?.click();
}

/** Lets the person pick a folder. */
export function pickFolder(): void {
  document.getElementById(FOLDER_ID)?.click();
}

async function pickWithHandles(browser: WindowWithPicker): Promise<void> {
  try {
    const handles = await browser.showOpenFilePicker({ multiple: true });
    openFiles(await Promise.all(handles.map((handle) => handle.getFile())), Promise.resolve(handles));
  } catch (thrown) {
    // The person closed it; where the browser forbids it, as in a frame, the plain box does.
    if (!(thrown instanceof DOMException && thrown.name === "AbortError"))
      document.getElementById(ID)?.click();
  }
}
