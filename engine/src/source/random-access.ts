/** Sources that can be read anywhere, and so in parts by several workers. */

import { asReadError } from "../errors.ts";
import type { SourceDescription } from "./description.ts";
import type { Place } from "./stream.ts";

/** What has become of a file since it was opened. `modified`: when it was written last, where that is known. */
export type FileNow = { is: "there"; size: number; modified?: bigint } | { is: "replaced" };

export interface RandomAccess {
  readonly byteLength: number;
  /** How many bytes may be passed over in search of something. */
  readonly patience: number;
  /** Whether a read takes about as long as some hundred kilobytes do, however short it is. */
  readonly remote: boolean;
  /** Puts at most `max` bytes from `offset` on into `place(max or fewer)`; answers how many, 0 at the end. */
  readAt(offset: number, place: Place, max: number): number | Promise<number>;
  /** The description of a part of it. */
  part(from: number, to: number | null): SourceDescription;
  /** What has become of it, which grows meanwhile; absent where nobody can tell. What is new can then be read. */
  now?(): FileNow | Promise<FileNow>;
  /** Lets go of it; reading then throws `cancelled`. */
  close(): void;
}

/** At most `length` bytes from `offset` on, in memory of their own. */
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
    // A view would be posted with all that it is a view of; the slice of a Node buffer is one.
    part: (from, to) => ({ kind: "bytes", bytes: new Uint8Array(bytes.subarray(from, to ?? bytes.length)) }),
    close() {},
  };
}

/** A `File` or `Blob`: each read takes a trip to another process. */
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
