/** No package has import cycles, and no file imports one that follows it in the data flow. */

import { describe, expect, it } from "vitest";
import { circles } from "./circles";
import { rustUses } from "./rust";
import { typescriptImports } from "./typescript";

const CRATES = ["crates/compare/src", "crates/core/src", "crates/export/src", "crates/wasm/src"];
const PACKAGES = ["engine/src", "charts/src", "web/src", "cli/src"];

describe("no circle of imports", () => {
  it.each(CRATES)("in %s", (folder) => {
    const uses = rustUses(folder);
    expect(uses.size).toBeGreaterThan(3);
    expect([...uses.values()].flat().length).toBeGreaterThan(3);
    expect(circles(uses)).toEqual([]);
  });
  it.each(PACKAGES)("in %s", (folder) => {
    const imports = typescriptImports(folder);
    expect([...imports.values()].flat().length).toBeGreaterThan(10);
    expect(circles(imports)).toEqual([]);
  });
  it("would be found", () => {
    const graph = { a: ["b"], b: ["c"], c: ["a", "d"], d: [], e: ["e"] };
    expect(circles(new Map(Object.entries(graph)))).toEqual([["a", "b", "c"], ["e"]]);
  });
});

/** The page's folders; each may import from those before it only. */
const LAYERS = ["ui", "app", "open", "comparison", "formats", "shell"];

it("folders of the page import from those below them only", () => {
  const layerOf = (file: string): number => LAYERS.findIndex((name) => file.startsWith(`web/src/${name}/`));
  const upwards = [...typescriptImports("web/src")].flatMap(([file, imported]) =>
    layerOf(file) < 0
      ? []
      : imported.filter((other) => layerOf(other) > layerOf(file)).map((other) => `${file} imports ${other}`),
  );
  expect(upwards).toEqual([]);
});
