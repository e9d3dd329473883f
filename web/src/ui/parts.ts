import { h } from "./dom";

/** Where a sentence may be broken: after its signs, before "after 3", and between numbers that stand apart. */
const BREAKS = /((?<=[,;]) |(?<=:) (?=\p{L})| (?=(?:after|before) )| {3})/u;

/** The parts of a sentence that belong together, and between them the blanks at which it may be broken. */
export const partsOf = (text: string): string[] => text.split(BREAKS);

/**
 * Sets a text where it differs, in parts that are broken nowhere within: of what there is no room for, whole parts are
 * left out, so that nobody reads half of a number.
 */
export function setParts(node: Element, text: string): void {
  if (node.textContent === text) return;
  const parts = text === "" ? [] : partsOf(text);
  node.replaceChildren(...parts.map((part, k) => (k % 2 === 0 ? h("span", {}, part) : part)));
}
