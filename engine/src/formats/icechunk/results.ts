/** Contents of Icechunk metadata. Integers that may exceed 2^53 are exact. */

import type { ErrorObject } from "../../errors.ts";

export type IcechunkFileType = "snapshot" | "manifest" | "transaction-log" | "repo-info";

/** A JSON value with exact integers; an object is a `Map`, which keeps all names and their order. */
export type UserData = null | boolean | number | bigint | string | UserData[] | UserMetadata;

/** Values under user-defined names. */
export type UserMetadata = ReadonlyMap<string, UserData>;

/** The snapshots of branches or tags; null if the snapshot is unknown. */
export type NamedSnapshots = ReadonlyMap<string, string | null>;

export interface IcechunkFinding extends ErrorObject {
  severity: "note" | "warning" | "error";
  length: number;
}

/** Properties of every file. */
export interface IcechunkHeader {
  type: IcechunkFileType;
  spec_version: number;
  /** Null for repository info, and if the content is damaged. */
  id: string | null;
  /** The program that wrote it. */
  implementation: string;
  compression: "none" | "zstd";
  file_bytes: number;
  header_bytes: number;
  /** Bytes of the decompressed content. */
  content_bytes: number;
  /** Identifier at the beginning of the FlatBuffer. */
  identifier: string | null;
  frame: { content_bytes: number | null; window_bytes: number; checksum: boolean } | null;
}

/** The header of a sound file. */
export type HeaderOf<Type extends IcechunkFileType, Id = string> = Omit<
  IcechunkHeader,
  "type" | "id" | "identifier"
> & { type: Type; id: Id; identifier: string };

/** A file: one of the four parts is not null, unless the file is damaged. */
export interface IcechunkSummary extends IcechunkHeader {
  snapshot: SnapshotContent | null;
  manifest: ManifestContent | null;
  transaction_log: TransactionLogContent | null;
  repo: RepoContent | null;
  complete: boolean;
  error: ErrorObject | null;
  findings: IcechunkFinding[];
}

export interface SnapshotContent {
  id: string;
  /** Null since version 2, where repository info contains it. */
  parent: string | null;
  /** RFC 3339; null after the year 9999. */
  flushed_at: string | null;
  /** Microseconds since 1970. */
  flushed_at_us: bigint;
  message: string;
  metadata: UserMetadata;
  manifests: { id: string; bytes: bigint; refs: number }[];
  nodes: IcechunkNode[];
  /** Bytes reserved for later versions. */
  extra_bytes: number | null;
}

export interface IcechunkDimension {
  name: string | null;
  array_length: bigint;
  /** Null since version 2. */
  chunk_length: bigint | null;
  num_chunks: bigint;
}

/** Ranges of an array's chunks in a manifest, by dimension; ends are exclusive. */
export interface ManifestExtents {
  id: string;
  extents: [number, number][];
}

export interface IcechunkArray {
  id: string;
  path: string;
  type: "array";
  user_data: UserData;
  shape: IcechunkDimension[];
  dimension_names: (string | null)[] | null;
  manifests: ManifestExtents[];
}

export type IcechunkNode =
  | IcechunkArray
  | { id: string; path: string; type: "group" | "unknown"; user_data: UserData };

export interface ArrayReferences {
  node: string;
  refs: number;
  native: number;
  virtual: number;
  inline: number;
  /** References without a location. */
  unknown: number;
  /** Of all chunks. */
  bytes: bigint;
  native_bytes: bigint;
  virtual_bytes: bigint;
  inline_bytes: bigint;
  compressed_locations: number;
}

export interface ManifestContent {
  id: string;
  location_dictionary_bytes: number | null;
  compression_algorithm: number;
  arrays: ArrayReferences[];
}

export interface TransactionLogContent {
  id: string;
  new_groups: string[];
  new_arrays: string[];
  deleted_groups: string[];
  deleted_arrays: string[];
  updated_groups: string[];
  updated_arrays: string[];
  updated_chunks: { node: string; chunks: number }[];
  moved_nodes: { from: string; to: string; node: string | null; type: "group" | "array" | null }[];
}

export interface SnapshotInfo {
  id: string;
  parent: string | null;
  /** Index of the parent in the same list; -1 without a parent. */
  parent_offset: number;
  flushed_at: string | null;
  flushed_at_us: bigint;
  message: string;
  metadata: UserMetadata;
}

export interface RepoContent {
  id: null;
  spec_version: number;
  branches: NamedSnapshots;
  tags: NamedSnapshots;
  deleted_tags: string[];
  snapshots: SnapshotInfo[];
  status: {
    availability: "online" | "read-only" | "offline" | "unknown";
    set_at: string | null;
    set_at_us: bigint;
    reason: string | null;
  };
  metadata: UserMetadata;
  latest_updates: {
    type: string;
    name: string | null;
    snapshot: string | null;
    previous: string | null;
    versions: [number, number] | null;
    updated_at: string | null;
    updated_at_us: bigint;
    backup_path: string | null;
  }[];
  repo_before_updates: string | null;
  config: UserData;
  enabled_feature_flags: number[];
  disabled_feature_flags: number[];
}

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
