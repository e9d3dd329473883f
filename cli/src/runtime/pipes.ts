/** How sources are opened; and the first bytes of pipes, which can be read only once. */

import { pathToFileURL } from "node:url";
import type { Source, SourceDescription } from "@tagview/engine";
import { nodePlatform } from "@tagview/engine/node";
import { assetPath } from "./assets";

/** The build puts the wasm file and the worker's script beside the program. */
export const platform = nodePlatform({
  wasmFile: assetPath("tagview_wasm_bg.wasm"),
  workerFile: pathToFileURL(assetPath("worker.js")),
});

/** Bytes that are looked at to recognise a pipe. */
const HEAD = 64 << 10;

async function headOf(source: Source): Promise<Uint8Array> {
  const head = new Uint8Array(HEAD);
  let length = 0;
  while (length < HEAD) {
    const n = await source.read((most) => head.subarray(length, length + most), HEAD - length);
    if (n === 0) break;
    length += n;
  }
  return head.subarray(0, length);
}

/** Pipes of which the first bytes were looked at, by the descriptor in their description. */
const peeked = new Map<number, Source>();

/** Opens a source; a pipe that was peeked at begins with the bytes that were looked at. */
export function openSource(source: SourceDescription): Source | Promise<Source> {
  const opened = source.kind === "fd" ? peeked.get(source.fd) : undefined;
  if (source.kind !== "fd" || opened === undefined) return platform.open(source);
  peeked.delete(source.fd);
  return opened;
}

/**
 * The first bytes of a pipe, and the description of a source that still begins with them.
 * @throws TagviewError `open-failed`.
 */
export async function peek(
  source: SourceDescription,
  name: string,
): Promise<{ head: Uint8Array; source: SourceDescription }> {
  const opened = await platform.open(source);
  const head = await headOf(opened);
  let at = 0;
  // Only descriptors are read on this thread, which is where the opened pipe is.
  const fd = source.kind === "fd" ? source.fd : -1 - peeked.size;
  peeked.set(fd, {
    byteLength: opened.byteLength,
    read(place, max) {
      const rest = head.subarray(at, at + max);
      if (rest.length === 0) return opened.read(place, max);
      place(rest.length).set(rest);
      at += rest.length;
      return rest.length;
    },
    close: () => opened.close(),
  });
  return { head, source: { kind: "fd", fd, name } };
}
