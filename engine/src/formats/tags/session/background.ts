/** The query of the background analyses, run early if its results would take too much memory. */

import type { QueryCache } from "../query/cache.ts";
import type { ScanRequest } from "../request.ts";
import type { Part } from "./part.ts";

/** Number of parts with background results after which these are joined: together 30 MB with many channels. */
const MOST_UNJOINED = 16;

export class BackgroundQuery {
  private state: "idle" | "running" = "idle";
  private readonly queries: QueryCache;
  private readonly request: ScanRequest;
  private readonly signal: AbortSignal;

  constructor(queries: QueryCache, request: ScanRequest, signal: AbortSignal) {
    this.queries = queries;
    this.request = request;
    this.signal = signal;
  }

  /** Joins background results in `parts` once there are many. */
  takeFrom(parts: readonly Part[]): void {
    const waiting = parts.filter(({ hasBackground }) => hasBackground).length;
    if (waiting < MOST_UNJOINED || this.state === "running") return;
    this.state = "running";
    this.queries
      .ask(this.request, this.signal)
      // The next query reports the error.
      .catch(() => {})
      .finally(() => {
        this.state = "idle";
      });
  }
}
