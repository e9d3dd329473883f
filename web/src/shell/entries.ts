/** Entries that need no file of the user: samples, and pages for typed text. */

import { add, home, openItems, show, shownItem } from "../app/items";
import { withPart } from "../app/lazy";
import { hasPageFile } from "../app/page-file";
import type { Door, Item, MountedViewer, Sample, Writing } from "../app/viewer";
import { sampleFound } from "../open/sample";

/** A sample, known to have its viewer's format. */
export interface SampleEntry {
  sample: Sample;
  open(keys?: URLSearchParams): void;
}

/** A viewer's own page. */
export interface PageEntry {
  format: string;
  writing: Writing;
  isShown(): boolean;
  /** Shows the page with its earlier text. */
  show(): void;
  showAndFocus(): void;
  /** Shows the page; if it is shown already, shows the previously displayed file. */
  toggle(): void;
}

export function sampleEntries(viewers: readonly MountedViewer[]): SampleEntry[] {
  return viewers.flatMap((viewer) =>
    (viewer.samples ?? [])
      .filter(({ path }) => hasPageFile(path))
      .map((sample) => ({
        sample,
        open: (keys = new URLSearchParams(sample.view)) => openSample(viewer, sample, keys),
      })),
  );
}

function openSample({ open, folder }: MountedViewer, sample: Sample, keys: URLSearchParams): void {
  if (!sample.isFolder) {
    add([open(sampleFound(sample))], keys);
    return;
  }
  withPart(
    async () => (await import("../open/sample-folder")).sampleFolder(sample),
    (found) => folder && add([folder.open(found)], keys),
  );
}

export function pageEntries(viewers: ReadonlyMap<string, MountedViewer>): PageEntry[] {
  return [...viewers].flatMap(([format, { writing }]) => (writing ? [pageEntry(format, writing)] : []));
}

/** An entry of the start page, and the function that opens its sample; null without a sample. */
export interface DoorEntry {
  door: Door;
  openSample: (() => void) | null;
  /** The viewer's other samples. */
  more: readonly { title: string; open(): void }[];
}

export function doorEntries(
  viewers: ReadonlyMap<string, MountedViewer>,
  samples: readonly SampleEntry[],
  pages: readonly PageEntry[],
): DoorEntry[] {
  return [...viewers].flatMap(([format, { door, samples: own = [] }]) => {
    const sample = samples.find(({ sample }) => sample === own[0]);
    const page = pages.find((page) => page.format === format);
    const open = (): void => {
      sample?.open();
      page?.show();
      page?.writing.fillExample();
    };
    const openSample = sample || page ? open : null;
    const more = samples.flatMap(({ sample, open }) =>
      sample.title !== undefined && (own.includes(sample) || sample.door === format)
        ? [{ title: sample.title, open }]
        : [],
    );
    return door ? [{ door, openSample, more }] : [];
  });
}

function pageEntry(format: string, writing: Writing): PageEntry {
  const isWritten = (item: Item | undefined): boolean =>
    item?.format === format && item.origin.from === "page";
  const entry: PageEntry = {
    format,
    writing,
    isShown: () => isWritten(shownItem()),
    show: () => {
      const item = openItems().items.find(isWritten);
      if (item) show(item);
      else add([writing.create()]);
    },
    showAndFocus: () => {
      entry.show();
      writing.focus();
    },
    toggle: () => (entry.isShown() ? home() : entry.showAndFocus()),
  };
  return entry;
}
