/** Work on several inputs at a time, with the results in the order of the inputs. */

import { availableParallelism } from "node:os";
import { pMapIterable } from "p-map";

/** Most results that wait for the result of an earlier input; each can hold some megabytes of bins. */
const MAX_WAITING = 16;

/** Maximum number of inputs at a time. The engine has no more workers, and each input has its histograms in memory. */
const MAX_CONCURRENCY = 8;

/**
 * Runs `work` on `concurrency` items at a time, by default the number of processors. The n-th call of the returned
 * function settles like the work on the n-th item.
 */
export function orderedConcurrency<I, T>(
  items: I[],
  work: (item: I) => Promise<T>,
  concurrency = Math.min(MAX_CONCURRENCY, availableParallelism()),
): () => Promise<T> {
  const settled = pMapIterable(items, (item) => Promise.allSettled([work(item)]), {
    concurrency,
    backpressure: Math.max(concurrency, MAX_WAITING),
  })[Symbol.asyncIterator]();
  return async () => {
    const { value } = await settled.next();
    const [result] = value as [PromiseSettledResult<T>];
    if (result.status === "rejected") throw result.reason;
    return result.value;
  };
}
