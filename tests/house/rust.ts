/**
 * The uses of each Rust file of a crate. A name that a module re-exports (`pub use child::Name`) counts as used from
 * its definition; `mod child;` is not a use.
 */

import { read, sources } from "./files";

/** Uses by file, as paths relative to the repository's top folder; `folder` holds the crate's `lib.rs`. */
export function rustUses(folder: string): Map<string, string[]> {
  const files = sources(new RegExp(`^${folder}/.*\\.rs$`));
  const byModule = new Map(files.map((file) => [moduleOf(folder, file), file]));
  const texts = new Map(files.map((file) => [file, withoutTests(read(file))]));
  const passedOn = new Map(files.map((file) => [file, reexports(texts.get(file) ?? "")]));

  /** The file that defines what `path` (from the crate's root) names. */
  const resolve = (path: string[], depth = 0): string | undefined => {
    for (let n = path.length; n >= 0; n -= 1) {
      const file = byModule.get(path.slice(0, n).join("::"));
      if (file === undefined) continue;
      const name = path[n];
      const from = name === undefined ? undefined : passedOn.get(file)?.get(name);
      if (from === undefined || depth > 8) return file;
      return resolve([...path.slice(0, n), ...from, name as string], depth + 1);
    }
    return undefined;
  };

  return new Map(
    files.map((file) => {
      const here = moduleOf(folder, file).split("::").filter(Boolean);
      const used = new Set<string>();
      for (const path of paths(texts.get(file) ?? "", here)) {
        const target = resolve(path);
        if (target !== undefined && target !== file) used.add(target);
      }
      return [file, [...used]];
    }),
  );
}

function moduleOf(folder: string, file: string): string {
  const path = file.slice(folder.length + 1).replace(/\.rs$/, "");
  return path === "lib"
    ? ""
    : path
        .replace(/\/mod$/, "")
        .split("/")
        .join("::");
}

/** Tests inside a file may use any module; so may comments. */
function withoutTests(text: string): string {
  return text
    .replace(/\/\/.*$/gm, "")
    .replace(/"(?:[^"\\\n]|\\.)*"/g, '""')
    .replace(/#\[cfg\(test\)\]\s*mod \w+ \{[\s\S]*?\n\}/g, "");
}

/** Names that are passed on, with the path (from this module) they come from. */
function reexports(text: string): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const [, tree = ""] of text.matchAll(/\bpub(?:\([^)]*\))? use ([^;]+);/g)) {
    for (const path of expand(tree)) {
      if (["crate", "super"].includes(path[0] ?? "")) continue;
      const plain = path[0] === "self" ? path.slice(1) : path;
      const name = plain.at(-1);
      if (name !== undefined) found.set(name, plain.slice(0, -1));
    }
  }
  return found;
}

/** Every path that a file uses, from the crate's root. */
function* paths(text: string, here: string[]): Generator<string[]> {
  const children = new Set([...text.matchAll(/\bmod (\w+);/g)].map(([, name]) => name));
  for (const [, pub, tree = ""] of text.matchAll(/\b(pub(?:\([^)]*\))? )?use ([^;]+);/g)) {
    for (const path of expand(tree)) {
      if (pub !== undefined && children.has(path[0])) continue;
      const absolute = absolutePath(path, here, children);
      if (absolute !== undefined) yield absolute;
    }
  }
  for (const [, path = ""] of text.matchAll(/\b(crate(?:::\w+)+)/g)) yield path.split("::").slice(1);
}

function absolutePath(
  path: string[],
  here: string[],
  children: Set<string | undefined>,
): string[] | undefined {
  const [first, ...rest] = path;
  if (first === "crate") return rest;
  if (first === "self") return [...here, ...rest];
  if (first !== "super") return children.has(first) ? [...here, ...path] : undefined;
  const ups = path.findIndex((name) => name !== "super");
  const up = ups < 0 ? path.length : ups;
  return [...here.slice(0, here.length - up), ...path.slice(up)];
}

/** `a::{b, c::{d, e as f}}` as `a::b`, `a::c::d`, `a::c::e`. */
function expand(tree: string): string[][] {
  const text = tree.trim().replace(/\s+as\s+\w+$/, "");
  const open = text.indexOf("{");
  if (open < 0) return [text.split("::").map((name) => name.trim())];
  const prefix = text
    .slice(0, open)
    .split("::")
    .map((name) => name.trim())
    .filter(Boolean);
  const parts: string[] = [];
  let depth = 0;
  let from = open + 1;
  const end = text.lastIndexOf("}");
  for (let at = from; at <= end; at += 1) {
    if (text[at] === "{") depth += 1;
    if (text[at] === "}" && at < end) depth -= 1;
    if (at === end || (text[at] === "," && depth === 0)) {
      parts.push(text.slice(from, at));
      from = at + 1;
    }
  }
  return parts
    .filter((part) => part.trim() !== "")
    .flatMap((part) => expand(part).map((path) => [...prefix, ...path.filter((name) => name !== "self")]));
}
