/** Opened files and the file that a link names. */

import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { add, expect as awaitItem, close as closeItem, openItems, takeUnmet } from "../../web/src/app/items";
import type { Item } from "../../web/src/app/viewer";

beforeAll(() => {
  vi.stubGlobal("document", { hidden: false, addEventListener: () => {} });
  vi.stubGlobal("requestAnimationFrame", () => 0);
});
afterAll(() => {
  for (const item of openItems().items) closeItem(item);
  vi.unstubAllGlobals();
});

function item(name: string): Item {
  return { format: "tags", name, size: 10, origin: { from: "person" }, show: () => {}, close: () => {} };
}

it("reports once that another file was opened than the one of a link", () => {
  const keys = new URLSearchParams("pair=3,15");
  awaitItem({ what: "file", name: "a.tags", size: 10, keys });
  const [other, third] = [item("b.tags"), item("c.tags")];
  add([other]);
  expect(takeUnmet([other])).toMatchObject({ name: "a.tags", size: 10 });
  add([third]);
  expect(takeUnmet([third])).toBeNull();
  // The link keeps waiting for its file.
  let shown: URLSearchParams | undefined;
  const wanted: Item = {
    ...item("a.tags"),
    show: (given) => {
      shown = given;
    },
  };
  add([wanted]);
  expect(shown).toBe(keys);
  expect(openItems().expected).toEqual({ what: "nothing" });
  expect(takeUnmet([wanted])).toBeNull();
});
