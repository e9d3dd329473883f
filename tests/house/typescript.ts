/** The imports of each TypeScript file from its own package, types included. */

import { dirname, join } from "node:path";
import { read, sources } from "./files";

const SPECIFIER =
  /(?:^|\n)\s*(?:import|export)\s[^;"']*?from\s*["'](\.[^"']*)["']|(?:^|\n)\s*import\s*["'](\.[^"']*)["']|\bimport\(\s*["'](\.[^"']*)["']\s*\)/g;

/** Imports by file, as paths relative to the repository's top folder. */
export function typescriptImports(folder: string): Map<string, string[]> {
  const files = sources(new RegExp(`^${folder}/.*\\.(ts|mts|tsx)$`));
  const known = new Set(files);
  const imports = new Map<string, string[]>();
  for (const file of files) {
    const found: string[] = [];
    for (const [, from, bare, dynamic] of read(file).matchAll(SPECIFIER)) {
      const target = join(dirname(file), from ?? bare ?? dynamic ?? "");
      const candidates = [target, `${target}.ts`, `${target}.mts`, join(target, "index.ts")];
      const resolved = candidates.find((candidate) => known.has(candidate));
      if (resolved !== undefined) found.push(resolved);
    }
    imports.set(file, found);
  }
  return imports;
}
