/** The tags of a recording as typed arrays. */

import { closeOnAbort } from "../../abort.ts";
import { asTagviewError, TagviewError } from "../../errors.ts";
import type { Resources } from "../../resources.ts";
import { describe, type SourceInput } from "../../source/description.ts";
import { ChunkSize, readChunk } from "../../source/pump.ts";
import { type CallOptions, until } from "../../until.ts";
import type { Exported } from "./convert/export-options.ts";
import { knownSource } from "./kind.ts";
import { type Clocked, type Definitions, definitionsOf, type Selection } from "./request.ts";

/** Consecutive tags of a recording, in its order. */
export interface TagBlock {
  /** Times in ticks. */
  time: BigInt64Array;
  channel: BigUint64Array;
}

/** The selected tags. */
export interface TagOptions extends CallOptions, Definitions {
  selection?: Selection;
}

/** Bytes of a recording at a time: their tags may take a hundred times as much. */
const CHUNK = 256 << 10;
/** Milliseconds after which the thread yields. */
const PAUSE_MS = 25;
/** Bytes of a NumPy array before its tags; these are pairs of a time and a channel, 8 bytes each. */
const HEAD = 128;

/**
 * Yields the tags of a recording, decoded on the caller's thread on demand.
 * @throws TagviewError `open-failed`, `usage`, `cancelled`; errors of the recording, after everything readable was
 * yielded.
 */
export async function* tagBlocks(
  resources: Resources,
  input: SourceInput,
  { selection, ...given }: TagOptions & Clocked = {},
  { signal = given.signal }: CallOptions = {},
): AsyncGenerator<TagBlock, void> {
  if (given.clock !== undefined)
    throw new TagviewError(
      "usage",
      "tags with a software clock can only be analysed",
      "read the tags without the clock",
    );
  const { instances, pause } = resources;
  const source = await until(resources, signal, (resources) =>
    instances.main.use((instance) => knownSource(resources, instance, describe(input))),
  );
  const instance = await instances.compare.take();
  try {
    const opened = await resources.open(source, signal);
    const done = closeOnAbort(opened, signal);
    const options = { target: "npy", selection, ...definitionsOf(given), ...source.readAs };
    const array = instance.make(({ Export }) => new Export(options));
    const view = (length: number) =>
      instance.view(
        array.call((file) => file.output()),
        length,
      );
    const sink = { place: array.place, push: (n: number) => array.call((file) => file.push(n)) };
    const size = new ChunkSize(undefined, CHUNK);
    try {
      let head = HEAD;
      let due = performance.now() + PAUSE_MS;
      for (;;) {
        const n = await readChunk(opened, sink.place, size.bytes);
        const length = n === 0 ? array.call((file) => file.finish()) : size.push(sink, n);
        const skipped = Math.min(head, length);
        head -= skipped;
        if (length > skipped) yield blockOf(view(length).subarray(skipped));
        if (n === 0) break;
        if (performance.now() < due) continue;
        await pause();
        due = performance.now() + PAUSE_MS;
      }
      const { read }: Exported = array.call((file) => file.result());
      if (read.error !== null) throw asTagviewError(read.error);
    } finally {
      done();
      opened.close();
      array.free();
    }
  } finally {
    instances.compare.give(instance);
  }
}

/** Tags in columns, copied out of wasm memory. */
function blockOf(pairs: Uint8Array): TagBlock {
  const { buffer } = pairs.slice();
  if (buffer.byteLength % 16 !== 0)
    throw new TagviewError("internal", "tags were cut in two", "please report it");
  const [signed, unsigned] = [new BigInt64Array(buffer), new BigUint64Array(buffer)];
  const tags = signed.length / 2;
  const block = { time: new BigInt64Array(tags), channel: new BigUint64Array(tags) };
  for (let k = 0; k < tags; k += 1) {
    block.time[k] = signed[2 * k] ?? 0n;
    block.channel[k] = unsigned[2 * k + 1] ?? 0n;
  }
  return block;
}
