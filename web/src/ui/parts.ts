import { h } from "./dom";

/** Places where a sentence may wrap: after punctuation, before "after 3", and between separate numbers. */
const BREAKS = /((?<=[,;]) |(?<=:) (?=\p{L})| (?=(?:after|before) )| {3})/u;

/** The parts of a sentence that must not wrap, and between them the spaces at which it may. */
export const partsOf = (text: string): string[] => text.split(BREAKS);

/**
 * Sets the text of an element if it differs, in parts that do not wrap. If space is short, whole parts are omitted, so that no number
 * is cut.
 */
export function setParts(node: Element, text: string): void {
  if (node.textContent === text) return;
  const parts = text === "" ? [] : partsOf(text);
  node.replaceChildren(...parts.map((part, k) => (k % 2 === 0 ? h("span", {}, part) : part)));
}
