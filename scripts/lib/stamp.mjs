import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT, TOOLS } from "./paths.mjs";

const SKIP = new Set([
  "node_modules",
  "dist",
  "dist-single",
  "dist-notebook",
  "pages",
  "pkg",
  "target",
  "fuzz",
  "test-results",
  "playwright-report",
]);

function* files(path) {
  if (!existsSync(path)) return;
  if (!statSync(path).isDirectory()) {
    yield path;
    return;
  }
  for (const name of readdirSync(path).sort()) if (!SKIP.has(name)) yield* files(join(path, name));
}

/** Returns a hash of the contents of files and folders (relative to the root) and of some words. */
export function fingerprint(paths, words = []) {
  const hash = createHash("sha256").update(JSON.stringify(words));
  for (const path of paths) {
    for (const file of files(join(ROOT, path))) hash.update(`\0${file}\0`).update(readFileSync(file));
  }
  return hash.digest("hex");
}

const place = (name) => join(TOOLS, "stamps", name);

/** Whether `name` was last made from inputs with this fingerprint, and its outputs still exist. */
export function isCurrent(name, print, outputs) {
  if (!outputs.every((output) => existsSync(output))) return false;
  return existsSync(place(name)) && readFileSync(place(name), "utf8") === print;
}

export function stamp(name, print) {
  mkdirSync(place(""), { recursive: true });
  writeFileSync(place(name), print);
}

/** Removes the stamp of `name` before it is made again, so that a partial result never counts. */
export function unstamp(name) {
  rmSync(place(name), { force: true });
}
