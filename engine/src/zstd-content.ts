/** The content of files that zstd has compressed, for formats that are read as they are. */

import type { FrameContent } from "@tagview/wasm/more";
import { asTagviewError, TagviewError } from "./errors.ts";
import type { Resources } from "./resources.ts";
import { describe, type SourceInput } from "./source/description.ts";
import { readChunk } from "./source/pump.ts";
import type { CallOptions } from "./until.ts";

/** Compressed bytes read at once. */
const CHUNK = 64 << 10;

/**
 * Decodes a source of zstd frames in pieces of a few hundred kilobytes, whatever their ratio is.
 * @throws TagviewError `open-failed`, `cancelled`; `read-failed`, also after the content before the first damage.
 */
export async function* zstdContent(
  { instances, open }: Resources,
  input: SourceInput,
  { signal }: CallOptions = {},
): AsyncGenerator<Uint8Array<ArrayBuffer>, void> {
  const source = await open(describe(input), signal);
  // A read of a closed source rejects with `cancelled`.
  const close = (): void => source.close();
  signal?.addEventListener("abort", close);
  try {
    const instance = await instances.more.take();
    const decoder = instance.make(({ FrameContent }): FrameContent => new FrameContent());
    const push = (bytes: Uint8Array) => decoder.call((one) => ({ content: one.push(bytes), read: one.read }));
    const check = (): void => {
      try {
        decoder.call((one) => one.check());
      } catch (thrown) {
        const { message, remedy, offset } = asTagviewError(thrown);
        // The content before it is kept.
        throw new TagviewError("read-failed", message, remedy, offset, { cause: thrown });
      }
    };
    try {
      const room = new Uint8Array(CHUNK);
      for (;;) {
        const n = await readChunk(source, (n) => room.subarray(0, n), CHUNK);
        if (n === 0) break;
        for (let at = 0; at < n; ) {
          const { content, read } = push(room.subarray(at, n));
          at += read;
          if (content.length > 0) yield content as Uint8Array<ArrayBuffer>;
          check();
        }
      }
      const content = decoder.call((one) => one.finish());
      if (content.length > 0) yield content as Uint8Array<ArrayBuffer>;
      check();
    } finally {
      decoder.free();
      instances.more.give(instance);
    }
  } finally {
    signal?.removeEventListener("abort", close);
    close();
  }
}
