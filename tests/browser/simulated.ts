import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { keptFile } from "./fixtures";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
export const FOLDER = join(ROOT, ".tools", "fixtures");

/** Path of a recording that `simulate` makes, kept in an ignored folder. */
export function simulated(name: string, ...options: string[]): string {
  return keptFile(`${name}.tags.zst`, (path) => {
    const program = join(ROOT, "cli/bin/tagview.js");
    execFileSync(process.execPath, [program, "simulate", "--quiet", ...options, "-o", path]);
  });
}
