/** The viewer of Icechunk metadata. Its page is loaded when it is first shown. */

import { lazyPage } from "../../app/lazy-page";
import type { Viewer } from "../../app/viewer";
import { FORMAT, openFile } from "./open-file";

const OPENS = "Icechunk metadata";

export const icechunkViewer: Viewer = {
  format: FORMAT,
  // A file has nothing that would have to be found again.
  urlState: { write: () => [], isOwnPage: () => false },
  mount: () => {
    const { root, listPlace, render } = lazyPage(async () => (await import("./page")).page());
    return { root, listPlace, render, open: openFile, shortcuts: [], samples: [], opens: OPENS };
  },
};
