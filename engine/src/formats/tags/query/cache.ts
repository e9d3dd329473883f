/** The queries to an open recording, and which of their answers are of use for others. */

import { unlessAborted } from "../../../abort.ts";
import { toJson } from "../../../json.ts";
import { definitionsOf, type ScanRequest } from "../request.ts";
import type { Snapshot } from "../snapshot.ts";
import type { OnProgress, QueryContext } from "./context.ts";
import { Query } from "./query.ts";

/** Most queries that are cached; each holds histograms. */
const MOST = 8;

/**
 * Answers queries. Those that are asked while the file is read are continued when they are asked again; and what the
 * pairs of all channels tell, once they are counted, is not counted again.
 */
export class QueryCache {
  /** By their text; the one that was asked last is last. */
  private readonly cached = new Map<string, Query>();
  /** What is asked now, by its text: settles once that was answered or has failed. */
  private readonly underWay = new Map<string, Promise<void>>();
  /** Pairs of all channels by the text of their selection: cached, or under way. */
  private readonly pairs = new Map<string, Query>();
  private readonly context: QueryContext;

  constructor(context: QueryContext) {
    this.context = context;
  }

  /**
   * What a request finds in all that is read; of the snapshot's totals only `tags` is set, to the tags that the answer covers.
   * @throws TagviewError `usage`, `cancelled` or `internal`.
   */
  async ask(request: ScanRequest, signal: AbortSignal, onProgress: OnProgress = () => {}): Promise<Snapshot> {
    // No await before `pose` for a request of pairs: it must be in `pairs` before the next request looks there.
    const derived = isOfPairs(request) ? null : await this.derive(request, signal, onProgress);
    return derived ?? (await this.pose(request, signal, onProgress));
  }

  /** Lets go of the answers to all but the last `left` queries. */
  forget(left = 0): void {
    for (const query of this.cached.values()) {
      if (this.cached.size <= left) return;
      this.drop(query);
    }
  }

  /** From pairs with the same selection; null where they do not tell, or are not counted any more. */
  private async derive(
    request: ScanRequest,
    signal: AbortSignal,
    onProgress: OnProgress,
  ): Promise<Snapshot | null> {
    for (;;) {
      const query = this.pairs.get(selectionOf(request));
      if (query === undefined) return null;
      const derived = query.derive(request);
      // A request that can't be derived from the pairs does not wait until they are counted.
      if (derived === null || query.isComplete()) return derived;
      const underWay = this.underWay.get(toJson(query.request));
      // What was read since they were counted belongs to the answer.
      if (underWay === undefined) await this.pose(query.request, signal, onProgress);
      else await unlessAborted(underWay, signal);
      const isThere = this.isSource(query) && (this.context.isReading || query.isComplete());
      if (isThere) return query.derive(request);
      if (underWay === undefined) return null;
      // Reading ended while they were counted: the rest is still to be asked.
    }
  }

  private async pose(request: ScanRequest, signal: AbortSignal, onProgress: OnProgress): Promise<Snapshot> {
    const key = toJson(request);
    // Nobody else continues it meanwhile: whoever asks the same goes on from there.
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
    // One range is looked at at a time.
    const ranges = [...this.cached.values()].filter(
      ({ request }) => isOfPairs(request) && request.selection !== undefined,
    );
    for (const earlier of ranges.slice(0, -1)) this.drop(earlier);
    this.forget(MOST);
  }

  /** Whether other answers are derived from this one. */
  private isSource(query: Query): boolean {
    return [...this.pairs.values()].includes(query);
  }

  private drop(query: Query): void {
    for (const [key, cached] of this.cached) if (cached === query) this.cached.delete(key);
    for (const [selection, pairs] of this.pairs) if (pairs === query) this.pairs.delete(selection);
    query.free();
  }
}

/** Whether a request is about all pairs of channels, and so tells what else may be asked. */
function isOfPairs({ analyses, slices }: ScanRequest): boolean {
  return slices === undefined && analyses.length === 1 && analyses[0]?.name === "pairs";
}

/** What is selected, virtual channels among it, as text. */
const selectionOf = ({ selection, slices, ...rest }: ScanRequest): string =>
  toJson({ selection, slices, ...definitionsOf(rest) });
