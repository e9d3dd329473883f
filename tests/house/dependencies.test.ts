/** Third-party code: listed, under allowed licences, and without install scripts. */

import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { findings, isAllowed } from "../../scripts/lib/dependencies.mjs";
import { ROOT, read } from "./files";

const script = (...args: string[]): string =>
  execFileSync(process.execPath, [join(ROOT, "scripts", "dependencies.mjs"), ...args], { encoding: "utf8" });

describe("the list of dependencies", () => {
  it("is what the lock files say, and nothing in it is out of order", () => {
    expect(script("check")).toBe("");
  });

  it("is part of the bill of materials, each with its hash and its licence", () => {
    const { bomFormat, components } = JSON.parse(script("sbom"));
    expect(bomFormat).toBe("CycloneDX");
    const named = components.map(({ purl }: { purl: string }) => purl.replace(/@[^@]*$/, ""));
    expect(named).toEqual(expect.arrayContaining(["pkg:cargo/zstd-safe", "pkg:npm/d3", "pkg:npm/linkedom"]));
    expect(new Set(components.map((one: { purl: string }) => one.purl)).size).toBe(components.length);
    for (const { name, hashes, licenses } of components) {
      expect([name, hashes?.[0].content.length > 0, licenses.length]).toEqual([name, true, 1]);
    }
  });

  it("refuses other licences, and scripts", () => {
    expect(["MIT", "(MIT OR GPL-3.0-only) AND Unicode-3.0", "Unlicense/MIT"].filter(isAllowed)).toHaveLength(
      3,
    );
    expect(["GPL-3.0-only", "MIT AND GPL-3.0-only", "", "MIT GPL-3.0-only"].filter(isAllowed)).toEqual([]);
    const odd = { name: "odd", version: "1.0.0", license: "MIT", hasInstallScript: true };
    expect(findings([odd])).toEqual(["odd 1.0.0 runs a script when it is installed"]);
  });
});

it("installing runs nothing of what is installed", () => {
  expect(read(".npmrc")).toMatch(/^ignore-scripts=true$/m);
});
