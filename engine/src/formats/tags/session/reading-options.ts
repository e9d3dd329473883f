/** How a recording is read, and what for. */

import type { ScanRequest } from "../request.ts";
import type { Listener } from "./merger.ts";

/** What a recording is read for. */
export type Purpose =
  /** To be asked further: decoded tags are held in up to `budget` bytes, and what `background` asks is found as well. */
  | { name: "queries"; budget: number; background: ScanRequest["analyses"] }
  /** For its results alone, their long columns as a whole, or left to be fetched from where parts were joined. */
  | { name: "results"; columns: "whole" | "fetched" };

export interface ReadingOptions extends Listener {
  purpose: Purpose;
  /** Whether reading goes on as the file grows. */
  follow: boolean;
}

/** Bytes that held tags may take. */
export function budgetOf(purpose: Purpose): number {
  return purpose.name === "queries" ? purpose.budget : 0;
}

/** What is found besides while it is read. */
export function backgroundOf(purpose: Purpose): ScanRequest["analyses"] {
  return purpose.name === "queries" ? purpose.background : [];
}
