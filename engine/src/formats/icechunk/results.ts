/** Results of Icechunk metadata. Its contents are in `results.generated.ts`, generated from their definition. */

import type { FindingObject } from "../../errors.ts";
import type { IcechunkFileType, IcechunkSummary } from "./results.generated.ts";

export type * from "./results.generated.ts";
export type * from "./user-data.ts";

/** The snapshots of branches or tags; null if the snapshot is unknown. */
export type NamedSnapshots = ReadonlyMap<string, string | null>;

export type IcechunkFinding = FindingObject;

/** Properties of every file. */
export type IcechunkHeader = Omit<
  IcechunkSummary,
  "snapshot" | "manifest" | "transaction_log" | "repo" | "complete" | "error" | "findings"
>;

/** The header of a sound file. */
export type HeaderOf<Type extends IcechunkFileType, Id = string> = Omit<
  IcechunkHeader,
  "type" | "id" | "identifier"
> & { type: Type; id: Id; identifier: string };

export type ReferenceKind = "unknown" | "inline" | "native" | "virtual";

/** Location of a chunk. Fields of other kinds are null. */
export interface ChunkReference {
  index: number[];
  kind: ReferenceKind;
  /** First byte in its file. */
  offset: bigint | null;
  length: bigint;
  chunk_id: string | null;
  /** Also null if it cannot be decompressed. */
  location: string | null;
  /** Bytes of its compressed location; null if it is not compressed. */
  compressed_bytes: number | null;
  etag: string | null;
  /** Seconds since 1970. */
  last_modified: number | null;
  /** Content of the chunk, in hexadecimal. */
  inline: string | null;
}
