/** The query of the background analyses, run early where its answers would take too much memory. */

import type { QueryCache } from "../query/cache.ts";
import type { ScanRequest } from "../request.ts";
import type { Part } from "./part.ts";

/** Parts with background results after which these are joined: together 30 MB with many channels. */
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

  /** Takes what background analyses have found in `parts`, once that is much. */
  takeFrom(parts: readonly Part[]): void {
    const waiting = parts.filter(({ hasBackground }) => hasBackground).length;
    if (waiting < MOST_UNJOINED || this.state === "running") return;
    this.state = "running";
    this.queries
      .ask(this.request, this.signal)
      // Whoever asks it is told what goes wrong.
      .catch(() => {})
      .finally(() => {
        this.state = "idle";
      });
  }
}
