/** The page around the viewers: bar, start page, list of what is open, status line, help. */

import { filesFound, opener, type Recognise } from "../open/open";
import { filePicker, pickFiles } from "../open/picker";
import { sampleFound } from "../open/sample";
import { setAttribute } from "../ui/dom";
import { type Address, addressOf } from "./address";
import { bar } from "./bar";
import { helpDialog } from "./help";
import { itemList } from "./item-list";
import { add, close, home, openItems, show, shownItem, step } from "./items";
import { guard } from "./panel";
import { listen, type Shortcut } from "./shortcuts";
import { startPage } from "./start-page";
import { statusLine } from "./status-line";
import { store } from "./store";
import { toggleTheme } from "./theme";
import type { Found, Item, MountedViewer, Sample, Viewer } from "./viewer";

export interface MountedShell {
  address: Address;
  viewers: readonly MountedViewer[];
  /** Opens sources that are beside the page, or that a person gave. */
  open(found: readonly Found[], keys?: URLSearchParams): Promise<void>;
  openFiles(files: readonly File[]): void;
  /** Puts a text into the page of the first viewer that has one to type into. */
  openText(text: string): void;
}

/** Makes the page and its viewers, and draws them from now on. */
export function mountShell(list: readonly Viewer[], recognise: Recognise): MountedShell {
  const address = addressOf({
    urlStates: new Map(list.map(({ format, urlState }) => [format, urlState])),
    openAddress: (wanted, keys) => {
      const sample = samples.find(({ sample }) => sample.address === wanted);
      if (sample) openSample(sample, keys);
      return sample !== undefined;
    },
    openPage: (format) => showPage(format),
  });
  const viewers = new Map(list.map((viewer) => [viewer.format, viewer.mount(address)]));
  const all = [...viewers.values()];
  const samples = [...viewers].flatMap(([format, viewer]) =>
    viewer.samples.map((sample) => ({ format, sample })),
  );
  const pages = [...viewers].flatMap(([format, { writing }]) => (writing ? [{ format, writing }] : []));
  const open = opener(viewers, recognise);
  const openFiles = (files: readonly File[]): void => void open(filesFound(files));

  /** A sample is known to be of its viewer's format. */
  function openSample({ format, sample }: (typeof samples)[number], keys?: URLSearchParams): void {
    const viewer = viewers.get(format);
    if (viewer) add([viewer.open(sampleFound(sample))], keys);
  }

  const isWritten = (format: string, item: Item | undefined): boolean =>
    item?.format === format && item.origin.from === "page";

  /** Shows the page of a format's own, with what was written there before. */
  function showPage(format: string): void {
    const item = openItems().items.find((other) => isWritten(format, other));
    const made = item ?? viewers.get(format)?.writing?.create();
    if (item) show(item);
    else if (made) add([made]);
  }

  function showAndFocus(format: string): void {
    showPage(format);
    viewers.get(format)?.writing?.focus();
  }

  const before: Shortcut[] = [
    { key: "o", does: "open files", run: pickFiles },
    ...samples.map((sample) => ({
      key: sample.sample.key,
      does: sample.sample.does,
      run: () => openSample(sample),
    })),
    ...pages.map(({ format, writing }) => ({
      key: writing.key,
      does: writing.does,
      run: () => showAndFocus(format),
    })),
    { key: "t", does: "back to the file", run: home },
    { key: "n", does: "next file", run: () => step(1) },
    { key: "p", does: "file before", run: () => step(-1) },
  ];
  const after: Shortcut[] = [
    { key: "c", does: "copy a link to the view", run: () => void address.copyLink() },
    { key: "d", does: "dark or light", run: toggleTheme },
    { key: "x", does: "close the file", run: closeShown },
    { key: "Escape", does: "cancel reading", run: stop },
    { key: "?", does: "this list", run: () => help.toggle() },
  ];
  const help = helpDialog(
    [...before, ...all.flatMap(({ shortcuts }) => shortcuts), ...after],
    all.flatMap(({ help }) => help ?? []),
  );
  const openListed = (sample: Sample): void => {
    const listed = samples.find((other) => other.sample === sample);
    if (listed) openSample(listed);
  };
  const top = bar({
    pages: pages.map(({ format, writing }) => ({
      button: writing.button,
      isShown: () => isWritten(format, shownItem()),
      toggle: () => (isWritten(format, shownItem()) ? home() : showAndFocus(format)),
    })),
    samples: samples.map(({ sample }) => sample),
    controls: all.flatMap(({ controls }) => controls ?? []),
    picker: filePicker(openFiles),
    openSample: openListed,
    home,
    help: help.toggle,
  });
  const start = startPage(
    all.flatMap(({ invitation }) => invitation ?? []),
    samples.map(({ sample }) => sample),
    openListed,
  );
  const itemsPanel = itemList();
  const drawList = guard(itemsPanel);
  const status = statusLine(stop);
  const place = (id: string, nodes: readonly Node[]): void => document.getElementById(id)?.append(...nodes);
  place("bar", top.nodes);
  place("main", [start.root, ...all.map(({ root }) => root)]);
  place("status", status.nodes);
  document.body.append(help.root);

  function drawPage(): void {
    const item = shownItem();
    const viewer = item && viewers.get(item.format);
    const shown = viewer?.root ?? start.root;
    for (const root of [start.root, ...all.map((other) => other.root)])
      setAttribute(root, "hidden", root === shown ? null : "");
    document.title = item && item.origin.from !== "page" ? `${item.name} – tagview` : "tagview";
    if (!viewer) {
      start.render();
      return;
    }
    const place = viewer.listPlace();
    if (itemsPanel.root.parentElement !== place) place?.prepend(itemsPanel.root);
    drawList();
    viewer.render();
  }

  for (const draw of [drawPage, top.render, status.render, address.keep]) store.onDraw(draw);
  listen(() => {
    const item = shownItem();
    return [...before, ...((item && viewers.get(item.format)?.shortcuts) ?? []), ...after];
  });
  store.refresh();

  return {
    address,
    viewers: all,
    open,
    openFiles,
    openText: (text) => {
      const [page] = pages;
      if (!page) return;
      showPage(page.format);
      page.writing.fill(text);
    },
  };
}

function closeShown(): void {
  const item = shownItem();
  if (item) close(item);
}

/** Stops whatever is being read for the page that is shown. */
function stop(): void {
  shownItem()?.stop?.();
}
