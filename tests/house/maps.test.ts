/** The maps of the packages: a README that lists the files of a folder lists all of them. */

import { basename, dirname } from "node:path";
import { expect, it } from "vitest";
import { isGenerated, read, sources } from "./files";

/** A README with the folder that it maps. */
const MAPS = [
  ["crates/core/src/README.md", "crates/core/src"],
  ["engine/README.md", "engine/src"],
  ["charts/README.md", "charts/src"],
  ["cli/README.md", "cli/src"],
  ["web/README.md", "web/src"],
] as const;

/** A README that names a smaller share of a folder's files gives examples, and no list. */
const LISTED = 0.7;

/** Names between backticks, without folders and endings. */
function namesIn(readme: string): Set<string> {
  return new Set([...read(readme).matchAll(/`([^`\s]+)`/g)].map(([, name = ""]) => stem(name)));
}

function stem(path: string): string {
  return basename(path).replace(/(\.schema)?\.\w+$/, "");
}

it.each(MAPS)("%s names every file of the folders that it lists", (readme, base) => {
  const names = namesIn(readme);
  const files = sources(/\.(rs|ts)$/).filter((path) => path.startsWith(`${base}/`) && stem(path) !== "mod");
  const written = files.filter((path) => !isGenerated(read(path)));
  const missing = [...new Set(written.map(dirname))].flatMap((folder) => {
    const inFolder = written.filter((path) => dirname(path) === folder);
    const unnamed = inFolder.filter((path) => !names.has(stem(path)));
    return unnamed.length <= (1 - LISTED) * inFolder.length ? unnamed : [];
  });
  expect(missing).toEqual([]);
  expect(written.some((path) => names.has(stem(path)))).toBe(true);
});
