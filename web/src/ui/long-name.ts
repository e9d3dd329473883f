import { h } from "./dom";

/** Number of characters at the end of a name that are always visible: files of a series differ there. */
const TAIL = 16;

/** A name that is cut in its middle if space is short; `long-name` in layout.css cuts it. */
export function longName(name: string): HTMLElement {
  // A beginning that is hardly longer than the mark of a cut is not cut off.
  const cut = name.length > TAIL + 4 ? name.length - TAIL : 0;
  return h(
    "span",
    { class: "long-name" },
    h("span", { class: "long-name-head" }, name.slice(0, cut)),
    h("span", {}, name.slice(cut)),
  );
}
