import { h, setText } from "../ui/dom";
import { panelHead } from "../ui/panel-head";
import type { Panel } from "./panel";
import type { Reading } from "./reading";

/** The card of an open item: its name, tools, and what is read of it, or why it can't be read. */
export function itemCard<T, I extends { name: string; reading: Reading<T> }>(
  format: string,
  tools: readonly HTMLElement[],
  partsOf: (what: T, item: I) => readonly HTMLElement[],
): Panel<I> {
  const title = h("h2");
  const body = h("div", { class: `viewer-card ${format}-card` });
  const head = panelHead(title, [], tools);
  return {
    root: h("section", { class: "panel card" }, head, body),
    render: (item) => {
      const { name, reading } = item;
      setText(title, name);
      if (reading.is === "read") body.replaceChildren(...partsOf(reading.what, item));
      else if (reading.is === "failed") body.replaceChildren(h("p", { class: "field-error" }, reading.error));
      else body.replaceChildren(h("p", { class: "field-note" }, "Reading …"));
    },
  };
}
