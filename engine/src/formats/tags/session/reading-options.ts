/** Options and purpose of reading a recording. */

import type { ScanRequest } from "../request.ts";
import type { Listener } from "./merger.ts";

/** Purpose of reading a recording. */
export type Purpose =
  /** For further queries: decoded tags are held in up to `budget` bytes, and `background` is analysed as well. */
  | { name: "queries"; budget: number; background: ScanRequest["analyses"] }
  /** Only for its results, with complete long columns, or with columns to fetch from the joined parts. */
  | { name: "results"; columns: "whole" | "fetched" };

export interface ReadingOptions extends Listener {
  purpose: Purpose;
  /** Whether to follow the file as it grows. */
  follow: boolean;
}

/** Maximum bytes of held tags. */
export function budgetOf(purpose: Purpose): number {
  return purpose.name === "queries" ? purpose.budget : 0;
}

/** Analyses run in addition while it is read. */
export function backgroundOf(purpose: Purpose): ScanRequest["analyses"] {
  return purpose.name === "queries" ? purpose.background : [];
}
