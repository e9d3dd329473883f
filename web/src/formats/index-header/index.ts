/** The viewer of index-headers, sparse headers and indexes. Its page is loaded when it is first shown. */

import { lazyPage } from "../../app/lazy-page";
import type { Viewer } from "../../app/viewer";
import { FORMAT, openBlock } from "./open-block";

const OPENS = "TSDB index-headers (also sparse ones, and indexes)";

export const indexHeaderViewer: Viewer = {
  format: FORMAT,
  // What is looked at in a file is found again in two clicks.
  urlState: { write: () => [], isOwnPage: () => false },
  mount: () => {
    const { root, listPlace, render } = lazyPage(async () => (await import("./page")).page());
    return { root, listPlace, render, open: openBlock, shortcuts: [], samples: [], opens: OPENS };
  },
};
