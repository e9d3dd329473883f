/**
 * Files that a browser gives a handle of. What it gives to read is a file as it was at one moment, and no more once the
 * file has changed: of one that grows, each read asks for it anew.
 */

import { asReadError } from "../errors.ts";
import type { SourceDescription } from "./description.ts";
import type { RandomAccess } from "./random-access.ts";
import { limited, type Place, type Source } from "./stream.ts";

/** Reads that the file may have changed under, one after the other, until that is told. */
const TRIES = 20;
/** Milliseconds between them. */
const AGAIN_MS = 5;

async function readAt(
  handle: FileSystemFileHandle,
  offset: number,
  place: Place,
  max: number,
): Promise<number> {
  for (let tries = 1; ; tries += 1) {
    try {
      const file = await handle.getFile();
      const bytes = new Uint8Array(await file.slice(offset, offset + max).arrayBuffer());
      if (bytes.length > 0) place(bytes.length).set(bytes);
      return bytes.length;
    } catch (thrown) {
      const isChanged = thrown instanceof DOMException && thrown.name === "NotReadableError";
      if (!isChanged || tries === TRIES) throw asReadError(thrown);
    }
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
  }
}

/** Bytes `from` up to `to` of it; to where it ends by now without `to`. */
export async function openHandle(
  handle: FileSystemFileHandle,
  from = 0,
  to: number | null = null,
): Promise<Source> {
  const end = to ?? (await sizeOf(handle));
  let at = from;
  const source: Source = {
    byteLength: end - from,
    async read(place, max) {
      const n = await readAt(handle, at, place, max);
      at += n;
      return n;
    },
    close() {},
  };
  return limited(source, end - from);
}

export async function handleAnywhere(handle: FileSystemFileHandle): Promise<RandomAccess> {
  return {
    byteLength: await sizeOf(handle),
    patience: 16 << 20,
    remote: true,
    readAt: (offset, place, max) => readAt(handle, offset, place, max),
    part: (from, to): SourceDescription => ({ kind: "handle", handle, from, to }),
    now: async () => ({ is: "there", size: await sizeOf(handle) }),
    close() {},
  };
}

async function sizeOf(handle: FileSystemFileHandle): Promise<number> {
  try {
    return (await handle.getFile()).size;
  } catch (thrown) {
    throw asReadError(thrown);
  }
}
