/** Single references and updated chunks, a line each. */

import { arrivingPieces, type Cell, type Column, integers, type NextRows, texts } from "../../output/tsv";
import { write, writePieces } from "../../output/write";
import type { ChunkReference } from "../../runtime/engine";

/** Number of characters written at a time. */
const BLOCK = 1 << 16;

const COLUMNS = [
  ...[...texts("node", "index", "kind"), ...integers("offset", "length"), ...texts("chunk_id", "location")],
  ...[...integers("compressed_bytes"), ...texts("etag", "last_modified", "inline")],
];

/** Begins a table; null if lines of JSON are written. */
export type BeginTable = ((columns: readonly Column[]) => NextRows) | null;

/** A reference, and the array's node. */
export type NodeReference = ChunkReference & { node: string };

/** Writes the references as they arrive. */
export async function writeReferences(
  references: AsyncIterable<NodeReference> | Iterable<NodeReference>,
  begin: BeginTable,
): Promise<void> {
  if (begin === null) return writeLines(references, jsonOf);
  await writePieces(arrivingPieces(mapped(references, cellsOf), begin(COLUMNS)));
}

/** Writes the coordinates of updated chunks. */
export async function writeUpdatedChunks(
  chunks: Iterable<{ node: string; index: number[] }>,
  begin: BeginTable,
): Promise<void> {
  if (begin === null) return writeLines(chunks, ({ node, index }) => `${JSON.stringify({ node, index })}\n`);
  const rows = mapped(chunks, ({ node, index }) => [node, indexText(index)]);
  await writePieces(arrivingPieces(rows, begin(texts("node", "index"))));
}

async function writeLines<T>(
  items: AsyncIterable<T> | Iterable<T>,
  line: (item: T) => string,
): Promise<void> {
  let block = "";
  for await (const item of items) {
    block += line(item);
    if (block.length < BLOCK) continue;
    await write(block);
    block = "";
  }
  await write(block);
}

/** Yields `f` of each item. */
async function* mapped<T>(
  items: AsyncIterable<T> | Iterable<T>,
  f: (item: T) => Cell[],
): AsyncGenerator<Cell[]> {
  for await (const item of items) yield f(item);
}

/** `1/0/2`, as in the keys of Zarr's chunks; empty for a scalar's only chunk. */
function indexText(index: readonly number[]): string {
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

function cellsOf({ node, index, ...reference }: NodeReference): Cell[] {
  const { kind, offset, length, chunk_id, location, compressed_bytes, etag, last_modified, inline } =
    reference;
  return [
    ...[node, indexText(index), kind, offset, length, chunk_id],
    ...[location, compressed_bytes, etag, last_modified, inline],
  ];
}
