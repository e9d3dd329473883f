/** A folder as FILE...: its files of supported formats, in the order of their names. */

import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "commander";
import { engine, TagviewError } from "./engine";

/** The files that describe a Prometheus, Thanos or Mimir block, the smallest first. */
const OF_BLOCK = ["index-header", "index"];
const INDEX_HEADER = "index-header";

const byName = new Intl.Collator("en", { numeric: true });

/**
 * Replaces the folders among the files of a command by their files. A folder that is itself an input of a format, such as
 * a repository, and a folder without known files are kept for the command.
 */
export async function expandFolders(
  command: Command,
  formats: ReadonlySet<string>,
  isOwn: (folder: string) => boolean,
): Promise<void> {
  for (const [at, argument] of command.registeredArguments.entries()) {
    const given: unknown = command.processedArgs[at];
    if (argument.name() !== "file" || !Array.isArray(given)) continue;
    const files: string[] = [];
    for (const path of given as string[]) {
      const inside = isFolder(path) && !isOwn(path) ? await filesIn(path, formats) : [];
      files.push(...(inside.length > 0 ? inside : [path]));
    }
    given.splice(0, given.length, ...files);
    command.args.splice(0, command.args.length, ...files);
  }
}

/** The file in a block's folder to read an index-header from; any other path unchanged. */
export function fileOfBlock(path: string): string {
  if (!isFolder(path)) return path;
  const inside = namesIn(path);
  const name = OF_BLOCK.find((one) => inside.includes(one));
  return name === undefined ? path : join(path, name);
}

async function filesIn(folder: string, formats: ReadonlySet<string>): Promise<string[]> {
  if (formats.has(INDEX_HEADER)) {
    const file = fileOfBlock(folder);
    if (file !== folder) return [file];
  }
  const known: string[] = [];
  for (const name of namesIn(folder)) {
    const path = join(folder, name);
    try {
      const { format, readable } = await engine.recognise({ kind: "path", path });
      if (readable && format !== null && formats.has(format)) known.push(path);
    } catch (thrown) {
      // An unreadable file counts as a file of no supported format.
      if (!(thrown instanceof TagviewError) || thrown.code === "cancelled") throw thrown;
    }
  }
  return known;
}

/** Names of the regular files in a folder, except hidden ones; empty for an unreadable folder. */
function namesIn(folder: string): string[] {
  try {
    const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile());
    const names = files.map((entry) => entry.name).filter((name) => !name.startsWith("."));
    return names.sort(byName.compare);
  } catch {
    return [];
  }
}

function isFolder(path: string): boolean {
  return path !== "-" && (statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false);
}
