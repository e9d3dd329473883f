/** The chunks of a block, compared with its index. */

import type { BlockChunksReader } from "@tagview/wasm/more";
import { cancelled } from "../../errors.ts";
import type { SourceInput } from "../../source/description.ts";
import type { RandomAccess } from "../../source/random-access.ts";
import { type BytesAt, fromAnywhere, supply, wanting } from "../../source/wants.ts";
import type { WasmObject } from "../../worker/instance.ts";
import type { BlockChunks, Reading } from "./results.ts";

/** A segment file in the folder `chunks` of a block. */
export interface SegmentSource {
  /** Name of the file. */
  name: string;
  /** Bytes of the file. */
  bytes: number;
  source: SourceInput;
}

/** The files of a block next to its index. */
export interface BlockSources {
  /** The bytes of a sound `meta.json`; null for none. */
  meta: Uint8Array | null;
  /** In the order of their names. */
  segments: readonly SegmentSource[];
  /** Whether chunks are read; otherwise only their positions are checked. */
  verify: boolean;
}

/** Feeds `reader` with the index and the segment files; one segment file is open at a time. */
export async function readChunks(
  reader: WasmObject<BlockChunksReader>,
  index: RandomAccess,
  segments: readonly SegmentSource[],
  open: (input: SourceInput) => Promise<RandomAccess>,
  { signal, onBytes }: Reading = {},
): Promise<BlockChunks> {
  let current: { input: number; file: RandomAccess } | undefined;
  const segmentAt = async (input: number): Promise<RandomAccess> => {
    if (current?.input === input) return current.file;
    current?.file.close();
    current = undefined;
    const file = await open(segments[input - 1]?.source ?? new Uint8Array(0));
    current = { input, file };
    return file;
  };
  const bytesOf = (input: number): BytesAt =>
    input === 0
      ? fromAnywhere(index, signal)
      : async (offset, place, max) => (await segmentAt(input)).readAt(offset, place, max, signal);
  try {
    if (signal?.aborted) throw cancelled(signal);
    const total = reader.call((object) => object.bytes());
    let bytes = 0;
    for await (const { n } of supply(wanting(reader), bytesOf)) {
      if (signal?.aborted) throw cancelled(signal);
      bytes += n;
      onBytes?.(Math.min(bytes, total), total);
    }
    return reader.call((object): BlockChunks => object.finish());
  } finally {
    current?.file.close();
    reader.free();
  }
}
