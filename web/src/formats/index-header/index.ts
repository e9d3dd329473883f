/** The viewer of index-headers, sparse headers and indexes. Its page is loaded when it is first shown. */

import { lazyPage } from "../../app/lazy-page";
import type { Door, Sample, Viewer } from "../../app/viewer";
import { WHOLE, writeView } from "./codecs";
import { openBlock } from "./open-block";
import { FORMAT, get } from "./state";

const SAMPLE: Sample = {
  name: "sample-index-header",
  path: "sample-index-header",
  address: "sample-index-header",
};

const DOOR: Door = {
  title: "Index or repository",
  shows:
    "Which label names and values make an index large; what each commit of a repository changed and stores.",
  kinds: "TSDB index-header or index, also sparse; Icechunk metadata, or the folder of a repository",
  sample: "Open an example",
};

const OPENS = "TSDB index-headers (also sparse ones, and indexes)";

export const indexHeaderViewer: Viewer = {
  format: FORMAT,
  urlState: { write: () => writeView(get().current?.view ?? WHOLE), isOwnPage: () => false },
  mount: ({ copyLink }) => ({
    ...lazyPage(async () => (await import("./page")).page(copyLink)),
    open: openBlock,
    samples: [SAMPLE],
    door: DOOR,
    opens: OPENS,
  }),
};
