/**
 * Files with a browser handle. A handle returns a snapshot of the file, which is unreadable once the file has changed.
 * So each read of a growing file gets a new snapshot.
 */

import { asReadError } from "../errors.ts";
import type { SourceDescription } from "./description.ts";
import type { RandomAccess } from "./random-access.ts";
import { limited, type Place, type Source } from "./stream.ts";

/** Maximum successive reads during which the file may change, before an error is reported. */
const TRIES = 20;
/** Milliseconds between these reads. */
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

/** Bytes `from` up to `to`; without `to`, up to its current end. */
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
