/** A repository's folder: its files by path, from disk or from a drop. */

import { type Check, expecting, isObject } from "../../arguments.ts";
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
  /** Files by their path within the folder, with `/` between its parts. */
  files: ReadonlyMap<string, FolderFile>;
}

export const folderCheck: Check = expecting(
  "a folder: an object with `name`, and `files` in a Map",
  (value) => isObject(value) && "files" in value && value.files instanceof Map,
);

/** The tools to read a repository. */
export interface RepositoryReader {
  open(input: SourceInput, reading?: IcechunkReading): Promise<OpenIcechunk>;
  openSource: Platform["open"];
}

/** An error of a repository, with the file concerned. */
export interface RepositoryFinding extends ErrorObject {
  severity: "note" | "warning" | "error";
  path: string;
}

/** Maximum bytes of a text file. */
const MOST_TEXT = 1 << 20;

/** Paths of the files in one subfolder, by file name. */
export function namesIn({ files }: Folder, folder: string): Map<string, string> {
  const paths = [...files.keys()].filter((path) => path.startsWith(`${folder}/`));
  return new Map(paths.map((path) => [path.slice(folder.length + 1), path]));
}

/** The subfolders of a repository. */
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

/** Numbers and bytes of files by kind; `repo` and `config.yaml` count as other files. */
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

/** Converts anything thrown to a finding about the file at `path`. */
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
          "check which program wrote it",
        );
    }
  } finally {
    opened.close();
  }
}
