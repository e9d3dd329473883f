/** Links within the documents lead to files and headings that exist. */

import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const DOCUMENTS = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "*.md"], {
  cwd: ROOT,
  encoding: "utf8",
})
  .trim()
  .split("\n")
  .filter((path) => existsSync(join(ROOT, path)));

/** The anchors of a document's headings, by GitHub's rule. */
function anchors(path: string): Set<string> {
  const headings = readFileSync(path, "utf8").matchAll(/^#+ (.*)$/gmu);
  return new Set(
    [...headings].map(([, heading = ""]) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
        .trim()
        .replaceAll(" ", "-"),
    ),
  );
}

it.each(DOCUMENTS)("%s has no dead link", (document) => {
  const text = readFileSync(join(ROOT, document), "utf8").replaceAll(/```.*?```/gsu, "");
  const dead: string[] = [];
  for (const [, target = ""] of text.matchAll(/\]\(([^)\s]+)\)/gu)) {
    if (/^[a-z]+:/u.test(target)) continue;
    const [file = "", anchor] = target.split("#");
    const path = file === "" ? join(ROOT, document) : join(ROOT, dirname(document), file);
    if (!existsSync(path) || (anchor !== undefined && !anchors(path).has(anchor))) dead.push(target);
  }
  expect(dead).toEqual([]);
});

it("README has at most 900 words", () => {
  expect(readFileSync(join(ROOT, "README.md"), "utf8").split(/\s+/u).length).toBeLessThanOrEqual(900);
});
