/** The files of a block's folder. */

import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { withFileName } from "../../output/errors";
import { openFailed, TagviewError } from "../../runtime/engine";

export interface BlockPart {
  /** Path in the folder, with `/`. */
  name: string;
  path: string;
  bytes: number;
}

export interface BlockFolder {
  parts: BlockPart[];
  index: BlockPart | undefined;
  meta: BlockPart | undefined;
  /** The segment files in the order of their names; null without the folder `chunks`. */
  segments: BlockPart[] | null;
}

/** Maximum bytes of a `meta.json`. */
const MOST_META = 64 << 20;
/** Names of segment files: digits. Programs leave files with other endings behind. */
const SEGMENT = /^chunks\/\d+$/;

/**
 * The block in a folder.
 * @throws TagviewError `open-failed` for a folder that is not a block, or that can't be read.
 */
export function blockAt(folder: string): BlockFolder {
  const inside = namesIn(folder);
  const hasChunks = inside.includes("chunks/");
  const names = [
    ...inside.filter((name) => !name.endsWith("/")),
    ...(hasChunks ? namesIn(join(folder, "chunks")).map((name) => `chunks/${name}`) : []),
  ].filter((name) => !name.endsWith("/"));
  const parts = names.map((name): BlockPart => {
    const path = join(folder, name);
    return { name, path, bytes: statSync(path, { throwIfNoEntry: false })?.size ?? 0 };
  });
  const named = (wanted: string) => parts.find(({ name }) => name === wanted);
  const [index, meta] = [named("index"), named("meta.json")];
  if (index === undefined && meta === undefined)
    throw new TagviewError(
      "open-failed",
      "this folder is not a block: it has neither meta.json nor index",
      "name the folder of a block, whose name is its ULID",
    );
  const segments = hasChunks ? parts.filter(({ name }) => SEGMENT.test(name)) : null;
  return { parts, index, meta, segments };
}

/**
 * The bytes of a `meta.json`.
 * @throws TagviewError `too-large`, `open-failed`.
 */
export function metaBytes({ path, bytes }: BlockPart): Uint8Array {
  if (bytes > MOST_META)
    throw new TagviewError("too-large", `meta.json: it has ${bytes} bytes`, "restore it from another copy");
  try {
    return readFileSync(path);
  } catch (cause) {
    throw withFileName(openFailed(cause), "meta.json");
  }
}

/** Names of the entries of a folder in order; folders end with `/`. */
function namesIn(folder: string): string[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    return entries.map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name)).sort();
  } catch (cause) {
    throw unreadable(cause);
  }
}

function unreadable(cause: unknown): TagviewError {
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : String(cause);
  const isFile = code === "ENOTDIR";
  const message = isFile
    ? "this is a file, and not the folder of a block"
    : `this folder can't be read (${code})`;
  const remedy = isFile ? "name its folder, or use tagview index-header for an index" : "check its name";
  return new TagviewError("open-failed", message, remedy, null, { cause });
}
