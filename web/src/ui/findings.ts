import "./findings.css";
import { h } from "./dom";

/** The findings of a file, each with its severity as its class; nothing without any. */
export function wrongList(items: readonly HTMLElement[]): HTMLElement[] {
  return items.length === 0 ? [] : [h("ul", { class: "findings", "aria-label": "What is wrong" }, ...items)];
}
