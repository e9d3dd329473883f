/** The first bytes of pipes, which can be read only once. */

import type { Source, SourceDescription } from "@tagview/engine";

export type Open = (source: SourceDescription, signal?: AbortSignal) => Source | Promise<Source>;

/** Number of first bytes, enough to recognise all formats. */
const HEAD = 64 << 10;

export interface Peeked {
  /** The first bytes. */
  head: Uint8Array;
  /** The description of a source that still begins with them. */
  source: SourceDescription;
}

export interface Peeking {
  /** Opens a source; for a peeked pipe, the stream includes the peeked bytes. */
  open: Open;
  /**
   * Looks at the first bytes of a pipe that is called `name`.
   * @throws TagviewError `open-failed`.
   */
  peek(source: SourceDescription, name: string): Promise<Peeked>;
}

/** Extends `open` with `peek`, which returns the beginning of a pipe before it is read. */
export function withPeeking(open: Open): Peeking {
  /** Pipes that were peeked at, by the descriptor in their description. */
  const peeked = new Map<number, Source>();
  const openOnce: Open = (source, signal) => {
    const opened = source.kind === "fd" ? peeked.get(source.fd) : undefined;
    if (source.kind !== "fd" || opened === undefined) return open(source, signal);
    peeked.delete(source.fd);
    return opened;
  };
  return {
    open: openOnce,
    async peek(source, name) {
      const opened = await openOnce(source);
      const head = await headOf(opened);
      // This thread holds the pipe and opens only descriptors. Negative numbers are free, because the system never uses
      // them.
      const fd = source.kind === "fd" ? source.fd : -1 - peeked.size;
      peeked.set(fd, beginningWith(head, opened));
      return { head, source: { kind: "fd", fd, name } };
    },
  };
}

/** The first bytes of an opened source. */
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

/** A source of `head` followed by the remaining bytes of `rest`. */
function beginningWith(head: Uint8Array, rest: Source): Source {
  let at = 0;
  return {
    byteLength: rest.byteLength,
    read(place, max) {
      const bytes = head.subarray(at, at + max);
      if (bytes.length === 0) return rest.read(place, max);
      place(bytes.length).set(bytes);
      at += bytes.length;
      return bytes.length;
    },
    close: () => rest.close(),
  };
}
