import { h } from "./dom";

/** Names and values in a card; a missing value is a dash. */
export function factsList(facts: readonly (readonly [name: string, value: string | null])[]): HTMLElement {
  const items = facts.map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, value ?? "–")));
  return h("dl", { class: "facts" }, ...items);
}
