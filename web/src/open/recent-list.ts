import { notify } from "../app/notice";
import { store } from "../app/store";
import { h, quietButton } from "../ui/dom";
import { longName } from "../ui/long-name";
import { forget, forgetAll, type RecentFile, recentFiles, reopen } from "./recent";

/** Opens the current version of a file. */
export type OpenRecent = (file: File, handle: FileSystemFileHandle) => void;

/** Fills `root` with the recent files; leaves it empty if there are none. */
export async function listRecent(root: HTMLElement, open: OpenRecent): Promise<void> {
  const files = await recentFiles();
  root.hidden = files.length === 0;
  root.replaceChildren(
    h("h2", {}, "Recent files"),
    h("ul", {}, ...files.map((file) => h("li", {}, button(file)))),
    quietButton("Forget these", () => void clear(), {
      title: "This browser stores only their names and locations",
    }),
  );

  function button(file: RecentFile): HTMLElement {
    return h(
      "button",
      {
        title: file.name,
        "aria-label": `Open ${file.name} again`,
        onclick: () => void again(file),
      },
      longName(file.name),
    );
  }

  async function again(file: RecentFile): Promise<void> {
    try {
      const found = await reopen(file);
      if (found) open(found, file.handle);
      else notify(`The browser was not allowed to read ${file.name}.`);
    } catch {
      notify(`${file.name} was moved or deleted, and is removed from the list.`);
      await forget(file);
      await listRecent(root, open);
    }
  }

  async function clear(): Promise<void> {
    await forgetAll();
    await listRecent(root, open);
    store.refresh();
  }
}
