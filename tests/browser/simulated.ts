import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, renameSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
export const FOLDER = join(ROOT, ".tools", "fixtures");

/** Path of a recording that `simulate` makes, kept in an ignored folder. */
export function simulated(name: string, ...options: string[]): string {
  const file = join(FOLDER, `${name}.tags.zst`);
  if (!existsSync(file)) {
    mkdirSync(FOLDER, { recursive: true });
    const made = `${file}.${process.pid}`;
    const program = join(ROOT, "cli/bin/tagview.js");
    execFileSync(process.execPath, [program, "simulate", "--quiet", ...options, "-o", made]);
    // One that was not written to its end is not taken for whole.
    renameSync(made, file);
  }
  return file;
}
