/** The viewer of offset headers. Its page is loaded when it is first shown. */

import { lazyPage } from "../../app/lazy-page";
import type { Viewer } from "../../app/viewer";
import { FORMAT, openHeader, writtenHeader } from "./open-header";
import { get } from "./state";

/** What the address calls the viewer's own page. */
const PAGE = "header";

/** The header's name before its value, or as the value of a `name` in JSON. */
const HEADER = /x-read-consistency-offsets"?\s*[:=,]/iu;

export const offsetsViewer: Viewer = {
  format: FORMAT,
  urlState: {
    // A header is not in the address: it may be longer than an address may be, and may be nobody else's business.
    write: () => (get().current?.origin.from === "page" ? [["page", PAGE]] : []),
    isOwnPage: (keys) => keys.get("page") === PAGE,
  },
  mount: () => {
    const { root, listPlace, render, focus } = lazyPage(async () => (await import("./page")).page());
    return {
      root,
      listPlace,
      render,
      open: openHeader,
      shortcuts: [],
      samples: [],
      opens: "X-Read-Consistency-Offsets headers (also within a text or a HAR file)",
      claims: (text) => HEADER.test(text),
      writing: {
        what: "an offset header",
        key: "h",
        does: "paste a header",
        button: "Paste a header",
        create: writtenHeader,
        fill: (text) => get().current?.change({ text }, false),
        focus,
      },
    };
  },
};
