/** The page around the viewers: bar, start page, list of open items, status line, help. */

import { close, home, shownItem, step } from "../app/items";
import { withPart } from "../app/lazy";
import { guard } from "../app/panel";
import { listen, type Shortcut } from "../app/shortcuts";
import { store } from "../app/store";
import { toggleTheme } from "../app/theme";
import type { MountedViewer, Shell, Viewer } from "../app/viewer";
import { filesFound, type Opener, opener, type Recognise, whatOpens } from "../open/open";
import { filePickers, type OnFiles, pickFiles } from "../open/picker";
import { setAttribute } from "../ui/dom";
import { type Address, addressOf } from "./address";
import { bar } from "./bar";
import { doorEntries, type PageEntry, pageEntries, type SampleEntry, sampleEntries } from "./entries";
import { itemList } from "./item-list";
import { focusPanel } from "./panel-focus";
import { startPage } from "./start-page";
import { statusLine } from "./status-line";

export interface MountedShell extends Opener {
  address: Address;
  viewers: readonly MountedViewer[];
  openFiles: OnFiles;
}

/** Makes the page and its viewers, and starts drawing them. */
export function mountShell(list: readonly Viewer[], recognise: Recognise): MountedShell {
  const address = addressOf({
    urlStates: new Map(list.map(({ format, urlState }) => [format, urlState])),
    openAddress: (wanted, keys) => {
      const entry = samples.find(({ sample }) => sample.address === wanted);
      entry?.open(keys);
      return entry !== undefined;
    },
    openPage: (format) => pages.find((page) => page.format === format)?.show(),
  });
  const shell: Shell = {
    copyLink: address.copyLink,
    open: (found) => void opening.open([found]),
    whatOpens: () => whatOpens(viewers.values()),
  };
  const viewers = new Map(list.map((viewer) => [viewer.format, viewer.mount(shell)]));
  const all = [...viewers.values()];
  const samples = sampleEntries(all);
  const pages = pageEntries(viewers);
  const write = (format: string, text: string): void => {
    const page = pages.find((page) => page.format === format);
    page?.show();
    page?.writing.fill(text);
  };
  const opening = opener(viewers, recognise, write, shell.whatOpens);
  const openFiles: OnFiles = (files, handles) => void openAndRemember(opening, files, handles);
  const openPicked = (files: readonly File[]): void =>
    withPart(
      () => import("../open/folder"),
      ({ pickedFolder }) => opening.openFolders([pickedFolder(files, opening.isOne)]),
    );
  const shownViewer = (): MountedViewer | undefined => viewers.get(shownItem()?.format ?? "");

  const first = entryShortcuts(samples, pages);
  const last: Shortcut[] = [
    { key: "c", does: "copy a link to the view", act: () => void address.copyLink() },
    { key: "d", does: "dark or light", act: toggleTheme },
    { key: "F6", does: "to the next panel", act: () => focusPanel(1) },
    { key: "Shift F6", does: "to the panel before", act: () => focusPanel(-1) },
    // No letter, because it cannot be undone.
    { key: "Delete", does: "close the file", act: closeShown },
    { key: "Escape", does: "cancel reading", act: stop },
    { key: "?", does: "this list", act: showHelp },
  ];
  function showHelp(): void {
    withPart(
      () => Promise.all([import("./help"), ...all.flatMap(({ help }) => help?.() ?? [])]),
      ([help, ...contents]) =>
        help.showHelp([...first, ...all.flatMap(({ shortcuts = [] }) => shortcuts), ...last], contents),
    );
  }
  // While no item is open, controls set the initial values of the next item.
  const controls = all.flatMap((viewer) => {
    const isShown = (): boolean => [viewer, undefined].includes(shownViewer());
    return viewer.controls ? [{ controls: viewer.controls, isShown }] : [];
  });
  const top = bar({
    pages,
    samples,
    controls,
    pickers: filePickers(openFiles, openPicked),
    home,
    help: showHelp,
  });
  const start = startPage(
    doorEntries(viewers, samples, pages),
    (file, handle) => void opening.open(filesFound([file], Promise.resolve([handle]))),
  );
  const status = statusLine(stop);
  const roots = [start.root, ...all.map(({ root }) => root)];
  put("bar", top.nodes);
  put("main", roots);
  put("status", status.nodes);
  const items = itemList();
  const drawItems = guard(items, () => undefined);

  function drawPage(): void {
    const item = shownItem();
    const viewer = shownViewer();
    const shown = viewer?.root ?? start.root;
    for (const root of roots) setAttribute(root, "hidden", root === shown ? null : "");
    document.title = item && item.origin.from !== "page" ? `${item.name} – tagview` : "tagview";
    if (!viewer) {
      start.render();
      return;
    }
    const place = viewer.listPlace();
    if (items.root.parentElement !== place) place?.prepend(items.root);
    drawItems();
    viewer.render();
  }

  for (const draw of [drawPage, top.render, status.render, address.save]) store.onDraw(draw);
  listen(() => [...first, ...(shownViewer()?.shortcuts ?? []), ...last]);
  // Every panel has another size then.
  addEventListener("resize", store.refresh);
  store.refresh();

  return { address, viewers: all, ...opening, openFiles };
}

/** Keys that open an entry or switch to it. */
function entryShortcuts(samples: readonly SampleEntry[], pages: readonly PageEntry[]): Shortcut[] {
  return [
    { key: "o", does: "open files", act: pickFiles },
    ...samples.flatMap(({ sample: { bar }, open }) => (bar ? [{ ...bar, act: () => open() }] : [])),
    ...pages.map(({ writing: { key, does }, showAndFocus }) => ({ key, does, act: showAndFocus })),
    { key: "t", does: "back to the file", act: home },
    { key: "n", does: "next file", act: () => step(1) },
    { key: "p", does: "file before", act: () => step(-1) },
  ];
}

/** Opens files and adds those with handles to the recent files. */
async function openAndRemember(
  { open }: Opener,
  files: readonly File[],
  handles: Promise<readonly FileSystemHandle[]>,
): Promise<void> {
  const known = new Set((await open(filesFound(files, handles))).map(({ name }) => name));
  const kept = (await handles).filter(
    (handle): handle is FileSystemFileHandle => handle.kind === "file" && known.has(handle.name),
  );
  if (kept.length > 0) await (await import("../open/recent")).remember(kept);
}

function put(id: string, nodes: readonly Node[]): void {
  document.getElementById(id)?.append(...nodes);
}

function closeShown(): void {
  const item = shownItem();
  if (item) close(item);
}

/** Stops all reading for the displayed page. */
function stop(): void {
  shownItem()?.stop?.();
}
