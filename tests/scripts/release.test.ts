/** A release has one version number, and checksums that notice a change. */

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { writeChecksums, wrongChecksums } from "../../scripts/lib/checksums.mjs";
import { differences, versions } from "../../scripts/lib/versions.mjs";
import { scratch } from "../support/command-line";

const folder = scratch();

it("has one version in all files", () => {
  const all = versions();
  expect(all.length).toBeGreaterThan(8);
  expect(all[0]?.version).toMatch(/^\d+\.\d+\.\d+$/u);
  expect(differences(all)).toEqual([]);
});

it("names the file whose version differs", () => {
  const all = [
    { file: "cli/package.json", version: "0.2.0" },
    { file: "engine/package.json", version: "0.2.0" },
    { file: "Cargo.toml", version: "0.1.0" },
  ];
  expect(differences(all)).toEqual(["Cargo.toml: 0.1.0, but cli/package.json: 0.2.0"]);
});

it("notices files that were changed, added or removed", () => {
  writeFileSync(join(folder, "a.txt"), "abc");
  writeFileSync(join(folder, "b.txt"), "");
  writeChecksums(folder);
  expect(wrongChecksums(folder)).toEqual([]);
  writeFileSync(join(folder, "a.txt"), "abd");
  writeFileSync(join(folder, "c.txt"), "");
  expect(wrongChecksums(folder)).toEqual(["a.txt", "c.txt"]);
});
