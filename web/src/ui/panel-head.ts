import { h } from "./dom";

type Children = readonly (Node | string | false)[];

/** The head of a panel: its heading, the parts after it, and the tools at its right. */
export function panelHead(heading: Node | string, after: Children, tools: Children): HTMLElement {
  const title = typeof heading === "string" ? h("h2", {}, heading) : heading;
  return h("div", { class: "panel-head" }, title, ...after, h("div", { class: "tools" }, ...tools));
}
