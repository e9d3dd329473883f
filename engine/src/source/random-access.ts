/** Sources with random access, which several workers can read in parts. */

import { asReadError } from "../errors.ts";
import type { SourceDescription } from "./description.ts";
import type { Place } from "./stream.ts";

/** State of a file since it was opened. `modified`: its modification time, if known. */
export type FileNow = { is: "there"; size: number; modified?: bigint } | { is: "replaced" };

export interface RandomAccess {
  readonly byteLength: number;
  /** Maximum number of bytes to skip in a search. */
  readonly patience: number;
  /** Whether a short read takes about as long as some hundred kilobytes. */
  readonly remote: boolean;
  /**
   * Reads at most `max` bytes from `offset` into `place(max or fewer)`; returns their number, 0 at the end. `signal`
   * ends a wait for a server.
   */
  readAt(offset: number, place: Place, max: number, signal?: AbortSignal): number | Promise<number>;
  /** The description of a part of it. */
  part(from: number, to: number | null): SourceDescription;
  /** State of a growing file; absent if unknown. Its new bytes can then be read. */
  now?(): FileNow | Promise<FileNow>;
  /** Releases it; later reads throw `cancelled`. */
  close(): void;
}

/** At most `length` bytes from `offset`, in a buffer of their own. */
export async function bytesAt(file: RandomAccess, offset: number, length: number): Promise<Uint8Array> {
  let bytes = new Uint8Array(0);
  const place = (n: number): Uint8Array => {
    bytes = new Uint8Array(n);
    return bytes;
  };
  const n = await file.readAt(offset, place, Math.max(0, Math.min(length, file.byteLength - offset)));
  return bytes.subarray(0, n);
}

function copied(bytes: Uint8Array, place: Place): number {
  if (bytes.length > 0) place(bytes.length).set(bytes);
  return bytes.length;
}

/** Bytes in memory. */
export function bytesAnywhere(bytes: Uint8Array): RandomAccess {
  return {
    byteLength: bytes.length,
    patience: Infinity,
    remote: false,
    readAt: (offset, place, max) => copied(bytes.subarray(offset, offset + max), place),
    // Posting a view would post its whole buffer; the slice of a Node buffer is a view.
    part: (from, to) => ({ kind: "bytes", bytes: new Uint8Array(bytes.subarray(from, to ?? bytes.length)) }),
    close() {},
  };
}

/** A `File` or `Blob`: each read is a round trip to another process. */
export function blobAnywhere(blob: Blob): RandomAccess {
  return {
    byteLength: blob.size,
    patience: 16 << 20,
    remote: true,
    async readAt(offset, place, max) {
      const chunk = blob.slice(offset, offset + max).arrayBuffer();
      return copied(
        new Uint8Array(
          await chunk.catch((thrown) => {
            throw asReadError(thrown);
          }),
        ),
        place,
      );
    },
    part: (from, to) => ({ kind: "blob", blob: blob.slice(from, to ?? blob.size) }),
    close() {},
  };
}
