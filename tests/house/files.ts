/** The project's own source files according to git, without ignored and generated files. */

import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** Paths relative to the repository's top folder, of tracked files and of new ones that git does not ignore. */
export function sources(endings: RegExp): string[] {
  const args = ["ls-files", "--cached", "--others", "--exclude-standard"];
  return execFileSync("git", args, { cwd: ROOT, encoding: "utf8", maxBuffer: 1 << 24 })
    .split("\n")
    .filter((path) => endings.test(path) && existsSync(`${ROOT}/${path}`));
}

export function read(path: string): string {
  return readFileSync(`${ROOT}/${path}`, "utf8");
}

/** Files that a program writes: their first lines say so. */
export function isGenerated(text: string): boolean {
  return /@generated|generated (by|from)|DO NOT EDIT/i.test(text.slice(0, 400));
}
