/** Remarks of a panel: two are in sight, the others behind "n more". */

import { afterEach, expect, it, vi } from "vitest";
import { few } from "../../web/src/ui/few";

/** As much of an element as the list needs. */
class Element {
  readonly name: string;
  children: (Element | string)[] = [];
  constructor(name: string) {
    this.name = name;
  }
  setAttribute(): void {}
  append(...children: (Element | string)[]): void {
    this.children.push(...children);
  }
}

afterEach(() => vi.unstubAllGlobals());

it.each([
  [2, []],
  [3, ["1 more", 1]],
  [5, ["3 more", 3]],
])("of %i remarks, two are in sight", (n, more) => {
  vi.stubGlobal("document", { createElement: (name: string) => new Element(name) });
  const remarks = Array.from({ length: n }, () => new Element("li") as unknown as HTMLElement);
  const items = few(remarks) as unknown as Element[];
  expect(items.slice(0, 2)).toEqual(remarks.slice(0, 2));
  expect(items.every(({ name }) => name === "li")).toBe(true);
  const folded = items.slice(2).flatMap(({ children }) => children as Element[]);
  expect(folded.map(({ name }) => name)).toEqual(more.length > 0 ? ["details"] : []);
  const [summary, list] = (folded[0]?.children ?? []) as Element[];
  expect([...(summary?.children ?? []), ...(list ? [list.children.length] : [])]).toEqual(more);
});
