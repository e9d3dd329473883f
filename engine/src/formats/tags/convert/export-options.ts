/** Options of exports, and the job that exports. */

import type { JobType } from "../../../worker/protocol.ts";
import type { Definitions, Selection } from "../request.ts";
import type { CatResult } from "./options.ts";

/** Export formats by name, which is also the extension of their files. */
export const EXPORT_TARGETS = ["parquet", "arrow", "npy", "csv", "h5"] as const;

export type ExportTarget = (typeof EXPORT_TARGETS)[number];

/** Whether the first bytes are replaced at the end, so that the file cannot be written into a pipe. */
export function replacesItsBeginning(target: ExportTarget): boolean {
  return target === "npy" || target === "h5";
}

export interface ExportOptions extends Definitions {
  target: ExportTarget;
  /** Texts by key, written if the format supports metadata. */
  metadata?: Readonly<Record<string, string>>;
  /** The length of a tick with its unit, such as `4ps`, if known: the header of a CSV states it. */
  unit?: string;
  /** Tags of a Parquet row group: 2^20 by default, at most 2^24. */
  groupTags?: number;
  /** Whether the file has a column of microtimes, -1 for tags without, of a recording in T3 mode; not in NumPy arrays. */
  microtimes?: boolean;
  selection?: Selection;
}

/** A column of a table; a missing cell is null. Integers are from -2^63 to 2^64 - 1. */
export type ParquetColumn = { name: string } & (
  | { kind: "integer"; cells: readonly (bigint | null)[] }
  | { kind: "real"; cells: readonly (number | null)[] }
  | { kind: "text"; cells: readonly (string | null)[] }
);

export interface ParquetTable {
  columns: readonly ParquetColumn[];
  metadata?: Readonly<Record<string, string>>;
}

/** Totals of the input and of the output. */
export interface Exported {
  read: CatResult;
  written: {
    tags: number;
    /** Bytes that replace the beginning of the file; null if it stays. */
    head: Uint8Array | null;
  };
}

/** Writes a recording in another format; each buffer's note is the number of bytes read for it. */
export interface ExportJob extends JobType {
  module: "compare";
  args: ExportOptions;
  report: { type: "bytes"; bytes: number; total: number | null };
  input: never;
  result: Exported;
}
