/** The data flow: the top folders and files of each package have an order, and no file imports one that follows it. */

import { describe, expect, it } from "vitest";
import { rustUses } from "./rust";
import { typescriptImports } from "./typescript";

const CORE = [
  ...[
    "error",
    "findings",
    "quote",
    "checksum",
    "request",
    "numbers",
    "order",
    "signatures",
    "random_access",
    "zstd",
    "tags",
    "import",
    "simulate",
    "counting",
    "estimate",
    "run",
    "analysis",
    "scan",
  ],
  ...["transform", "offsets", "index_header", "icechunk", "formats", "native", "lib"],
];
const CLI = ["runtime", "output", "commands", "program", "main", "start"];
const CHARTS = ["*", "tags", "compare", "offsets", "index-header", "index"];

/** Imports of later files, as "file -> file". Files that are not in `order` have the position of `*`. */
function backwards(folder: string, imports: Map<string, string[]>, order: string[]): string[] {
  const place = (file: string) => {
    const name = file.slice(folder.length + 1).replace(/\/.*|\.(rs|ts)$/g, "");
    return order.includes(name) ? order.indexOf(name) : order.indexOf("*");
  };
  return [...imports].flatMap(([file, uses]) =>
    uses.filter((used) => place(used) > place(file)).map((used) => `${file} -> ${used}`),
  );
}

describe("nothing imports what stands after it", () => {
  it("in the core", () => {
    const folder = "crates/core/src";
    expect(backwards(folder, rustUses(folder), CORE)).toEqual([]);
  });
  it("in the command line", () => {
    expect(backwards("cli/src", typescriptImports("cli/src"), CLI)).toEqual([]);
  });
  it("in the charts", () => {
    expect(backwards("charts/src", typescriptImports("charts/src"), CHARTS)).toEqual([]);
  });
  it("of the engine's formats is imported by what all formats share, but for their lists", () => {
    const named = [...typescriptImports("engine/src")].flatMap(([file, uses]) => {
      if (file.startsWith("engine/src/formats/")) return [];
      return uses.filter((used) => /formats\/\w+\//.test(used)).map((used) => `${file} -> ${used}`);
    });
    expect(named).toEqual([]);
  });
  it("of the page's formats is imported by its shell, but for their list", () => {
    const named = [...typescriptImports("web/src")].flatMap(([file, uses]) => {
      if (file.startsWith("web/src/formats/")) return [];
      return uses.filter((used) => /formats\/\w+\//.test(used)).map((used) => `${file} -> ${used}`);
    });
    expect(named).toEqual([]);
  });
});
