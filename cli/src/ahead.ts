/** Work on several inputs at a time, with results in their order. */

import { availableParallelism } from "node:os";
import { pMapIterable } from "p-map";

/** Results that wait for one before them: each may have some megabytes of bins. */
const WAITING = 16;

/** More at a time would gain nothing: no more workers read. Each has its histograms in memory. */
const MOST = 8;

/**
 * Begins `work` for as many items as there are processors, or for `most`. Each call of the result is
 * answered, or rejected, with what became of the next item.
 */
export function ahead<I, T>(
  items: I[],
  work: (item: I) => Promise<T>,
  most = Math.min(MOST, availableParallelism()),
): () => Promise<T> {
  const settled = pMapIterable(items, (item) => Promise.allSettled([work(item)]), {
    concurrency: most,
    backpressure: Math.max(most, WAITING),
  })[Symbol.asyncIterator]();
  return async () => {
    const { value } = await settled.next();
    const [result] = value as [PromiseSettledResult<T>];
    if (result.status === "rejected") throw result.reason;
    return result.value;
  };
}
