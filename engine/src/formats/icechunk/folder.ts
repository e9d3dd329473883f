/** A repository's folder: its files by their paths, from a disk or from a drop. */

import { asTagviewError, type ErrorObject, TagviewError } from "../../errors.ts";
import type { Platform } from "../../platform.ts";
import { describe, type SourceInput } from "../../source/description.ts";
import type { IcechunkReading, OpenIcechunk } from "./open.ts";

export interface FolderFile {
  bytes: number;
  source: SourceInput;
}

export interface Folder {
  name: string;
  /** By the path within the folder, with `/` between its parts. */
  files: ReadonlyMap<string, FolderFile>;
}

/** What a repository is read with. */
export interface RepositoryReader {
  open(input: SourceInput, reading?: IcechunkReading): Promise<OpenIcechunk>;
  openSource: Platform["open"];
}

/** What is wrong with a repository, and with which of its files. */
export interface RepositoryFinding extends ErrorObject {
  severity: "note" | "warning" | "error";
  path: string;
}

/** Bytes of a text file at most. */
const MOST_TEXT = 1 << 20;

/** Paths of the files in one of the folder's folders, by their names there. */
export function namesIn({ files }: Folder, folder: string): Map<string, string> {
  const paths = [...files.keys()].filter((path) => path.startsWith(`${folder}/`));
  return new Map(paths.map((path) => [path.slice(folder.length + 1), path]));
}

/** What a repository keeps, by where it lies. */
export const FILE_KINDS = [
  "snapshots",
  "manifests",
  "transactions",
  "chunks",
  "refs",
  "overwritten",
  "other",
] as const;

export type FileKind = (typeof FILE_KINDS)[number];

/** How many files of each kind there are, and their bytes; `repo` and `config.yaml` are other ones. */
export function filesByKind({ files }: Folder): Record<FileKind, { files: number; bytes: number }> {
  const none = FILE_KINDS.map((kind) => [kind, { files: 0, bytes: 0 }] as const);
  const kinds = Object.fromEntries(none) as Record<FileKind, { files: number; bytes: number }>;
  for (const [path, { bytes }] of files) {
    const kind = FILE_KINDS.find((kind) => path.startsWith(`${kind}/`)) ?? "other";
    kinds[kind].files += 1;
    kinds[kind].bytes += bytes;
  }
  return kinds;
}

/** What is wrong with the file at `path`, from anything that was thrown. */
export function findingOf(path: string, thrown: unknown): RepositoryFinding {
  return { ...asTagviewError(thrown).toObject(), severity: "error", path };
}

/** @throws TagviewError `open-failed`, `too-large`. */
export async function readText({ openSource }: RepositoryReader, { source }: FolderFile): Promise<string> {
  const opened = await openSource(describe(source));
  const decoder = new TextDecoder();
  let text = "";
  try {
    for (;;) {
      let chunk = new Uint8Array(0);
      const place = (n: number): Uint8Array => {
        chunk = new Uint8Array(n);
        return chunk;
      };
      const n = await opened.read(place, 64 << 10);
      if (n === 0) return text + decoder.decode();
      text += decoder.decode(chunk.subarray(0, n), { stream: true });
      if (text.length > MOST_TEXT)
        throw new TagviewError(
          "too-large",
          `the file has more than ${MOST_TEXT} bytes`,
          "look what wrote it",
        );
    }
  } finally {
    opened.close();
  }
}
