/** The viewer of index-headers, sparse headers and indexes. Its page is loaded when it is first shown. */

import { lazyPage } from "../../app/lazy-page";
import type { Viewer } from "../../app/viewer";
import { WHOLE, writeView } from "./codecs";
import { FORMAT, openBlock } from "./open-block";
import { get } from "./state";

const OPENS = "TSDB index-headers (also sparse ones, and indexes)";

export const indexHeaderViewer: Viewer = {
  format: FORMAT,
  urlState: { write: () => writeView(get().current?.view ?? WHOLE), isOwnPage: () => false },
  mount: ({ copyLink }) => {
    const { root, listPlace, render } = lazyPage(async () => (await import("./page")).page(copyLink));
    return {
      root,
      listPlace,
      render,
      open: openBlock,
      shortcuts: [],
      samples: [],
      opens: OPENS,
    };
  },
};
