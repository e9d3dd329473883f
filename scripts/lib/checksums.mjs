// SHA-256 checksums of files, in the form that `sha256sum --check` reads.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const NAME = "SHA256SUMS";

const sumOf = (path) => createHash("sha256").update(readFileSync(path)).digest("hex");

/** Writes the checksums of all files of a folder into its `SHA256SUMS`. */
export function writeChecksums(folder) {
  const names = readdirSync(folder).filter((name) => name !== NAME);
  const lines = names.sort().map((name) => `${sumOf(join(folder, name))}  ${name}\n`);
  writeFileSync(join(folder, NAME), lines.join(""));
}

/** Returns the names of files whose checksum differs, or which are missing from the list or the folder. */
export function wrongChecksums(folder) {
  const listed = new Map(
    readFileSync(join(folder, NAME), "utf8")
      .split("\n")
      .filter(Boolean)
      .map((line) => [line.slice(66), line.slice(0, 64)]),
  );
  const names = readdirSync(folder).filter((name) => name !== NAME);
  const all = new Set([...names, ...listed.keys()]);
  return [...all].filter((name) => !names.includes(name) || sumOf(join(folder, name)) !== listed.get(name));
}
