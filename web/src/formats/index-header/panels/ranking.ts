import { h } from "../../../ui/dom";

/** A value with its label name, if it has one, and its size. */
export interface Ranked {
  name?: string;
  value: string;
  size: string;
}

/** Ranked values. The name follows the value, because a long text is cut at its end. */
export function rankingList(ranked: readonly Ranked[]): HTMLElement {
  const items = ranked.map(({ name, value, size }) => {
    const title = name === undefined ? value : `${name}=${value}`;
    const text = name === undefined ? value : `${value} (${name})`;
    return h("li", {}, h("span", { title }, text), h("span", {}, size));
  });
  return h("ol", { class: "largest" }, ...items);
}
