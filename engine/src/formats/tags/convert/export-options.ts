/** How recordings are exported, and what the job that does it is asked and answers. */

import type { JobType } from "../../../worker/protocol.ts";
import type { Definitions, Selection } from "../request.ts";
import type { CatResult } from "./options.ts";

/** The formats that tags are exported to, by their names, which are how their files end. */
export const EXPORT_TARGETS = ["parquet", "arrow", "npy", "csv", "h5"] as const;

export type ExportTarget = (typeof EXPORT_TARGETS)[number];

/** Whether what is written first is replaced at the end, so that the file can't be written into a pipe. */
export function replacesItsBeginning(target: ExportTarget): boolean {
  return target === "npy" || target === "h5";
}

export interface ExportOptions extends Definitions {
  target: ExportTarget;
  /** Texts by their keys, written where the format has a place for them. */
  metadata?: Readonly<Record<string, string>>;
  /** The length of a tick with its unit, such as `4ps`, where it is known: a CSV's header states it. */
  unit?: string;
  /** Tags of a Parquet row group: 2^20 where absent, 2^24 at most. */
  groupTags?: number;
  selection?: Selection;
}

/** A column of a table; a cell that is missing is null. Integers are from -2^63 to 2^64 - 1. */
export type ParquetColumn = { name: string } & (
  | { kind: "integer"; cells: readonly (bigint | null)[] }
  | { kind: "real"; cells: readonly (number | null)[] }
  | { kind: "text"; cells: readonly (string | null)[] }
);

export interface ParquetTable {
  columns: readonly ParquetColumn[];
  metadata?: Readonly<Record<string, string>>;
}

/** What was read and what was written. */
export interface Exported {
  read: CatResult;
  written: {
    tags: number;
    /** What replaces as many bytes at the file's beginning; null where it stands as it is. */
    head: Uint8Array | null;
  };
}

/** Writes a recording in another format; each buffer's note is how many bytes of the recording were read for it. */
export interface ExportJob extends JobType {
  module: "compare";
  args: ExportOptions;
  report: { type: "bytes"; bytes: number; total: number | null };
  input: never;
  result: Exported;
}
