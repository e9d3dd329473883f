/** Single references and updated chunks, a line each. */

import { tsvHeader, tsvRows } from "../../output/tsv";
import { write } from "../../output/write";
import type { ChunkReference } from "../../runtime/engine";

/** Characters that are written at a time. */
const BLOCK = 1 << 16;

const COLUMNS = [
  ...["node", "index", "kind", "offset", "length", "chunk_id", "location", "compressed_bytes", "etag"],
  ...["last_modified", "inline"],
];

/** A reference, and the array's node. */
export type NodeReference = ChunkReference & { node: string };

/** Writes the references as they come; answers how many there were. */
export async function writeReferences(
  references: AsyncIterable<NodeReference> | Iterable<NodeReference>,
  isJson: boolean,
): Promise<number> {
  if (!isJson) write(tsvHeader(COLUMNS));
  return writeLines(references, isJson ? jsonOf : tsvOf);
}

/** Writes the coordinates of updated chunks. */
export async function writeUpdatedChunks(
  chunks: Iterable<{ node: string; index: number[] }>,
  isJson: boolean,
): Promise<number> {
  if (!isJson) write(tsvHeader(["node", "index"]));
  return writeLines(chunks, ({ node, index }) =>
    isJson ? `${JSON.stringify({ node, index })}\n` : tsvRows([[node, indexText(index)]]),
  );
}

async function writeLines<T>(
  items: AsyncIterable<T> | Iterable<T>,
  line: (item: T) => string,
): Promise<number> {
  let block = "";
  let lines = 0;
  for await (const item of items) {
    block += line(item);
    lines += 1;
    if (block.length < BLOCK) continue;
    await write(block);
    block = "";
  }
  write(block);
  return lines;
}

/** `1/0/2`, as in the keys of Zarr's chunks; a scalar's only chunk has none. */
export function indexText(index: readonly number[]): string {
  return index.join("/");
}

/** Written by hand: a general writer of exact integers would take ten times as long. */
function jsonOf(reference: NodeReference): string {
  const { node, index, kind, offset, length, chunk_id, location, compressed_bytes, etag } = reference;
  const texts = `"chunk_id":${JSON.stringify(chunk_id)},"location":${JSON.stringify(location)}`;
  const rest = JSON.stringify({
    compressed_bytes,
    etag,
    last_modified: reference.last_modified,
    inline: reference.inline,
  }).slice(1);
  return `{"node":"${node}","index":[${index.join(",")}],"kind":"${kind}","offset":${offset},"length":${length},${texts},${rest}\n`;
}

function tsvOf({ node, index, ...reference }: NodeReference): string {
  const { kind, offset, length, chunk_id, location, compressed_bytes, etag, last_modified, inline } =
    reference;
  return tsvRows([
    [
      node,
      indexText(index),
      kind,
      offset,
      length,
      chunk_id,
      location,
      compressed_bytes,
      etag,
      last_modified,
      inline,
    ],
  ]);
}
