/** The viewer of offset headers. Its page is loaded when it is first shown. */

import { lazyPage } from "../../app/lazy-page";
import { notify } from "../../app/notice";
import type { Viewer } from "../../app/viewer";
import { EXAMPLE } from "./example";
import type { Given } from "./header";
import { openHeader, writtenHeader } from "./open-header";
import { FORMAT, get } from "./state";

/** Name of the viewer's own page in the address. */
const PAGE = "header";

/** Key of the address for headers contained in a link. */
const HEADERS = "headers";

/** The content of the link whose headers are in the boxes. */
let linked: { key: string; given: Given | undefined } = { key: "", given: undefined };

function linkedKey(): string {
  return get().current?.given === linked.given ? linked.key : "";
}

async function fill(key: string): Promise<void> {
  if (key === "") return;
  const held = await (await import("./link")).fromKey(key);
  if (held === null) {
    notify(
      "The link is damaged: its headers can't be read. Ask for it again, or for the headers themselves.",
    );
    return;
  }
  const header = get().current;
  header?.change({ ...held, encoding: null }, false);
  linked = { key, given: header?.given };
}

/** The header's name before its value, or as the value of a `name` in JSON. */
const HEADER = /x-read-consistency-offsets"?\s*[:=,]/iu;

export const offsetsViewer: Viewer = {
  format: FORMAT,
  urlState: {
    // A header is in the address only if it came with it: it may exceed the length of an address, and may be
    // confidential.
    write: () =>
      get().current?.origin.from === "page"
        ? [
            ["page", PAGE],
            [HEADERS, linkedKey()],
          ]
        : [],
    isOwnPage: (keys) => keys.get("page") === PAGE,
    fillOwnPage: (keys) => void fill(keys.get(HEADERS) ?? ""),
  },
  mount: () => {
    const page = lazyPage(async () => (await import("./page")).page());
    return {
      ...page,
      open: openHeader,
      door: {
        title: "Offset header",
        shows:
          "The offset of each partition, its progress between two headers, and partitions that fell back.",
        kinds: "X-Read-Consistency-Offsets: a value, a log with many, the output of curl -v, or a HAR file",
        sample: "Try an example",
      },
      opens: "X-Read-Consistency-Offsets headers (also within other text or a HAR file)",
      claims: (text) => HEADER.test(text),
      writing: {
        what: "an offset header",
        key: "h",
        does: "paste a header",
        button: "Paste a header",
        create: writtenHeader,
        fill: (text) => get().current?.change({ text }, false),
        fillExample: () => get().current?.change(EXAMPLE, false),
        focus: page.focus,
      },
    };
  },
};
