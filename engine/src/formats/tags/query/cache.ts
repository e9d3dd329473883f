/** The queries to an open recording, and which results can be derived from others. */

import { unlessAborted } from "../../../abort.ts";
import { toJson } from "../../../json.ts";
import { definitionsOf, type ScanRequest } from "../request.ts";
import type { Snapshot } from "../snapshot.ts";
import type { OnProgress, QueryContext } from "./context.ts";
import { Query } from "./query.ts";

/** Maximum number of cached queries; each holds histograms. */
const MOST = 8;

/**
 * Runs queries. Queries repeated while the file is read are continued. Results that follow from the pairs of all
 * channels, once counted, are not counted again.
 */
export class QueryCache {
  /** Queries by their text; the most recent is last. */
  private readonly cached = new Map<string, Query>();
  /** Running queries by their text: settles with the result or the error. */
  private readonly underWay = new Map<string, Promise<void>>();
  /** Pairs of all channels by the text of their selection: cached, or running. */
  private readonly pairs = new Map<string, Query>();
  private readonly context: QueryContext;

  constructor(context: QueryContext) {
    this.context = context;
  }

  /**
   * Returns the results of a request for all tags read; the snapshot's totals have only `tags`, the number of tags
   * covered.
   * @throws TagviewError `usage`, `cancelled` or `internal`.
   */
  async ask(request: ScanRequest, signal: AbortSignal, onProgress: OnProgress = () => {}): Promise<Snapshot> {
    // No await before `pose` for a request of pairs: it must be in `pairs` before the next request.
    const derived = isOfPairs(request) ? null : await this.derive(request, signal, onProgress);
    return derived ?? (await this.pose(request, signal, onProgress));
  }

  /** Releases the results of all but the last `left` queries. */
  forget(left = 0): void {
    for (const query of this.cached.values()) {
      if (this.cached.size <= left) return;
      this.drop(query);
    }
  }

  /** Result derived from pairs with the same selection; null if impossible, or if they are no longer cached. */
  private async derive(
    request: ScanRequest,
    signal: AbortSignal,
    onProgress: OnProgress,
  ): Promise<Snapshot | null> {
    for (;;) {
      const query = this.pairs.get(selectionOf(request));
      if (query === undefined) return null;
      // A request that cannot be derived from the pairs does not wait for them.
      if (!query.canDerive(request)) return null;
      if (query.isComplete()) return query.derive(request, signal);
      const underWay = this.underWay.get(toJson(query.request));
      // The result also covers tags read since they were counted.
      if (underWay === undefined) await this.pose(query.request, signal, onProgress);
      else await unlessAborted(underWay, signal);
      const isThere = this.isSource(query) && (this.context.isReading || query.isComplete());
      if (isThere) return query.derive(request, signal);
      if (underWay === undefined) return null;
      // Reading ended while they were counted: the rest is still missing.
    }
  }

  private async pose(request: ScanRequest, signal: AbortSignal, onProgress: OnProgress): Promise<Snapshot> {
    const key = toJson(request);
    // Only one query continues a cached one at a time; the same query later continues from its result.
    for (let underWay = this.underWay.get(key); underWay !== undefined; underWay = this.underWay.get(key))
      await unlessAborted(underWay, signal);
    const query = this.cached.get(key) ?? new Query(this.context, request);
    this.cached.delete(key);
    const answer = query.ask(signal, onProgress);
    let ended = (): void => {};
    this.underWay.set(
      key,
      new Promise((resolve) => {
        ended = resolve;
      }),
    );
    if (isOfPairs(request)) this.pairs.set(selectionOf(request), query);
    let isOfUse = false;
    try {
      const snapshot = await answer;
      isOfUse = !this.cached.has(key) && (this.isSource(query) || !query.isComplete());
      return snapshot;
    } finally {
      if (isOfUse) this.add(key, query);
      else this.drop(query);
      this.underWay.delete(key);
      ended();
    }
  }

  private add(key: string, query: Query): void {
    this.cached.set(key, query);
    // Only one range is displayed at a time.
    const ranges = [...this.cached.values()].filter(
      ({ request }) => isOfPairs(request) && request.selection !== undefined,
    );
    for (const earlier of ranges.slice(0, -1)) this.drop(earlier);
    this.forget(MOST);
  }

  /** Whether other results are derived from this one. */
  private isSource(query: Query): boolean {
    return [...this.pairs.values()].includes(query);
  }

  private drop(query: Query): void {
    for (const [key, cached] of this.cached) if (cached === query) this.cached.delete(key);
    for (const [selection, pairs] of this.pairs) if (pairs === query) this.pairs.delete(selection);
    query.free();
  }
}

/** Whether a request is for all pairs of channels, from which other results can be derived. */
function isOfPairs({ analyses, slices }: ScanRequest): boolean {
  return slices === undefined && analyses.length === 1 && analyses[0]?.name === "pairs";
}

/** The selection, including virtual channels, as text. */
const selectionOf = ({ selection, slices, ...rest }: ScanRequest): string =>
  toJson({ selection, slices, ...definitionsOf(rest) });
