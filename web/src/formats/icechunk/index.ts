/** The viewer of Icechunk metadata. Its page is loaded when it is first shown. */

import { isRepository } from "@tagview/engine";
import { lazyPage } from "../../app/lazy-page";
import type { Sample, Viewer } from "../../app/viewer";
import { writeView } from "./codecs";
import { openFile } from "./open-file";
import { openFolder } from "./open-folder";
import { FORMAT, get } from "./state";

const OPENS = "Icechunk metadata and repositories";

const SAMPLE: Sample = {
  name: "sample-icechunk",
  path: "sample-icechunk",
  address: "sample-icechunk",
  isFolder: true,
  title: "Icechunk repository",
  door: "index-header",
};

export const icechunkViewer: Viewer = {
  format: FORMAT,
  urlState: {
    write: () => {
      const { current } = get();
      return current?.of === "repository" ? writeView(current.view) : [];
    },
    isOwnPage: () => false,
  },
  mount: ({ copyLink }) => ({
    ...lazyPage(async () => (await import("./page")).page(copyLink)),
    open: openFile,
    folder: { is: isRepository, open: openFolder },
    samples: [SAMPLE],
    opens: OPENS,
  }),
};
