/** The ways into viewers that need no file of the person's: samples, and pages to write into. */

import { sampleFound } from "../open/sample";
import { add, home, openItems, show, shownItem } from "./items";
import type { Item, MountedViewer, Sample, Writing } from "./viewer";

/** A sample, known to be of its viewer's format. */
export interface SampleEntry {
  sample: Sample;
  open(keys?: URLSearchParams): void;
}

/** A page of a viewer's own. */
export interface PageEntry {
  format: string;
  writing: Writing;
  isShown(): boolean;
  /** Shows the page, with what was written there before. */
  show(): void;
  showAndFocus(): void;
  /** Shows the page or, where it is shown, the file that was shown before it. */
  toggle(): void;
}

export function sampleEntries(viewers: readonly MountedViewer[]): SampleEntry[] {
  return viewers.flatMap((viewer) =>
    viewer.samples.map((sample) => ({
      sample,
      open: (keys) => add([viewer.open(sampleFound(sample))], keys),
    })),
  );
}

export function pageEntries(viewers: ReadonlyMap<string, MountedViewer>): PageEntry[] {
  return [...viewers].flatMap(([format, { writing }]) => (writing ? [pageEntry(format, writing)] : []));
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
