/** Sources that the caller has opened: streams, and objects whose bytes can be sliced. */

import { TagviewError } from "../errors.ts";
import type { SliceableBytes, SourceDescription } from "./description.ts";
import type { RandomAccess } from "./random-access.ts";
import { limited, openChunks, type Place, type Source } from "./stream.ts";

type Given<Kind> = Extract<SourceDescription, { kind: Kind }>;

/**
 * Opens a stream, which can be read once.
 * @throws TagviewError `open-failed` if it has a reader, or had one; `usage` if its chunks are not bytes.
 */
export function openStream({ stream, byteLength }: Given<"stream">): Source {
  if (stream.locked) {
    const message = "the stream was read before or has another reader, and can be read only once";
    throw new TagviewError("open-failed", message, "give a new stream, or a file, a Blob or bytes");
  }
  const reader = stream.getReader();
  const next = async (): Promise<IteratorResult<Uint8Array, undefined>> => {
    const { done, value } = await reader.read();
    if (done) return { done, value: undefined };
    if (value instanceof Uint8Array) return { done, value };
    const message = "a chunk of the stream is not a Uint8Array";
    throw new TagviewError("usage", message, "give a stream of bytes");
  };
  return openChunks({ next }, byteLength, () => void reader.cancel().catch(() => {}));
}

/** Opens bytes `from` up to `to` of an object. */
export function openSlices({ source, from = 0, to = null }: Given<"slices">): Source {
  const length = (to ?? source.byteLength) - from;
  let at = from;
  const read = async (place: Place, max: number): Promise<number> => {
    const n = await readSlice(source, at, place, max);
    at += n;
    return n;
  };
  return limited({ byteLength: length, read, close() {} }, length);
}

export function slicesAnywhere(source: SliceableBytes): RandomAccess {
  return {
    byteLength: source.byteLength,
    patience: 16 << 20,
    remote: true,
    readAt: (offset, place, max) => readSlice(source, offset, place, max),
    part: (from, to) => ({ kind: "slices", source, from, to }),
    close() {},
  };
}

async function readSlice(source: SliceableBytes, at: number, place: Place, max: number): Promise<number> {
  const end = Math.min(at + max, source.byteLength);
  if (end <= at) return 0;
  const slice = await source.slice(at, end);
  const bytes = ArrayBuffer.isView(slice)
    ? new Uint8Array(slice.buffer, slice.byteOffset, slice.byteLength)
    : new Uint8Array(slice);
  if (bytes.length !== end - at) {
    const message = `slice(${at}, ${end}) gave ${bytes.length} bytes`;
    throw new TagviewError("read-failed", message, "return a slice of the requested length");
  }
  place(bytes.length).set(bytes);
  return bytes.length;
}
