/** Reads a block: its `meta.json`, its index, and its chunks. */

import {
  type BlockChunks,
  type BlockMeta,
  type ErrorObject,
  engine,
  type IndexHeaderFinding,
  type IndexHeaderSummary,
  type IndexVerification,
  type OpenIndexHeader,
  type Reading,
  TagviewError,
} from "../../runtime/engine";
import type { OutputOptions } from "../../runtime/options";
import { startProgress } from "../../runtime/progress";
import { type BlockFolder, metaBytes } from "./folder";

/** A finding, and the part of the block that it is about. */
export interface BlockFinding extends IndexHeaderFinding {
  part: "meta.json" | "index" | "chunks";
}

/** The readable contents of a block. */
export interface BlockContents {
  meta: BlockMeta | null;
  /** Null for an index that is missing or not recognised. */
  index: IndexHeaderSummary | null;
  /** Null without an index or without the folder `chunks`. */
  chunks: BlockChunks | null;
  verification: IndexVerification | null;
  error: ErrorObject | null;
  findings: BlockFinding[];
}

type Options = OutputOptions & { verify?: boolean };

/** Something with findings. */
type Found = { error: ErrorObject | null; findings: readonly IndexHeaderFinding[] };

export async function readBlock(folder: BlockFolder, options: Options): Promise<BlockContents> {
  const block: BlockContents = {
    ...{ meta: null, index: null, chunks: null, verification: null },
    ...{ error: null, findings: [] },
  };
  const add = (part: BlockFinding["part"], { error, findings }: Found) => {
    block.error ??= error;
    block.findings.push(...findings.map((finding) => ({ ...finding, part })));
  };
  const meta = await readMeta(folder, (found) => add("meta.json", found));
  block.meta = meta?.meta ?? null;
  if (folder.index === undefined) {
    add("index", failed(missing("index: this file is missing")));
    return block;
  }
  const opened = await openIndex(folder.index.path, options, (found) => add("index", found));
  if (opened === null) return block;
  try {
    add("index", opened.summary);
    if (opened.summary.kind !== "index") return block;
    block.index = opened.summary;
    if (opened.summary.index_toc === null) return block;
    add("index", await withProgress(options, (onBytes) => opened.statistics({ onBytes })));
    if (options.verify && opened.summary.error === null) {
      block.verification = await withProgress(options, (onBytes) => opened.verify({ onBytes }));
      add("index", block.verification);
    }
    block.chunks = await readChunks(opened, folder, meta?.bytes ?? null, options);
    if (block.chunks !== null) add("chunks", block.chunks);
    return block;
  } finally {
    opened.close();
  }
}

/** Opens the index; null if it is not one. */
async function openIndex(
  path: string,
  options: Options,
  add: (found: Found) => void,
): Promise<OpenIndexHeader | null> {
  try {
    return await withProgress(options, (onBytes) =>
      engine.indexHeader.open({ kind: "path", path }, { onBytes }),
    );
  } catch (thrown) {
    if (!(thrown instanceof TagviewError) || thrown.code !== "unknown-format") throw thrown;
    add(failed(thrown.toObject()));
    return null;
  }
}

async function readMeta(
  { meta }: BlockFolder,
  add: (found: Found) => void,
): Promise<{ meta: BlockMeta; bytes: Uint8Array } | null> {
  if (meta === undefined) {
    add(failed(missing("meta.json: this file is missing")));
    return null;
  }
  try {
    const bytes = metaBytes(meta);
    return { meta: await engine.indexHeader.blockMeta(bytes), bytes };
  } catch (thrown) {
    if (!(thrown instanceof TagviewError) || thrown.code === "cancelled") throw thrown;
    add(failed(thrown.toObject()));
    return null;
  }
}

async function readChunks(
  opened: OpenIndexHeader,
  { segments }: BlockFolder,
  meta: Uint8Array | null,
  options: Options,
): Promise<BlockChunks | null> {
  if (segments === null) return null;
  const files = segments.map(({ name, path, bytes }) => ({
    name: name.replace("chunks/", ""),
    bytes,
    source: { kind: "path", path } as const,
  }));
  const block = { meta, segments: files, verify: options.verify ?? false };
  return withProgress(options, (onBytes) => opened.chunks(block, { onBytes }));
}

async function withProgress<T>(
  { quiet }: OutputOptions,
  work: (onBytes: NonNullable<Reading["onBytes"]>) => Promise<T>,
): Promise<T> {
  const progress = await startProgress(!quiet);
  try {
    return await work(progress.update);
  } finally {
    progress.stop();
  }
}

function missing(message: string): ErrorObject {
  const remedy = "restore it from another copy of the block";
  return { code: "missing-file", message, offset: null, remedy };
}

/** Returns the error that ended the reading of a part, as an error and a finding. */
function failed(error: ErrorObject): Found {
  return { error, findings: [{ ...error, severity: "error", length: 0 }] };
}
