/** The viewer of Icechunk metadata. Its page is loaded when it is first shown. */

import { isRepository } from "@tagview/engine";
import { lazyPage } from "../../app/lazy-page";
import type { Viewer } from "../../app/viewer";
import { openFile } from "./open-file";
import { openFolder } from "./open-folder";
import { FORMAT } from "./reads";

const OPENS = "Icechunk metadata and repositories";

export const icechunkViewer: Viewer = {
  format: FORMAT,
  // A file has nothing that would have to be found again.
  urlState: { write: () => [], isOwnPage: () => false },
  mount: () => {
    const { root, listPlace, render } = lazyPage(async () => (await import("./page")).page());
    return {
      root,
      listPlace,
      render,
      open: openFile,
      folder: { is: isRepository, open: openFolder },
      shortcuts: [],
      samples: [],
      opens: OPENS,
    };
  },
};
