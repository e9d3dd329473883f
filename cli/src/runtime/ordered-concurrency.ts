/** Work on several inputs at a time, with the results in the order of the inputs. */

import { availableParallelism } from "node:os";
import { pMapIterable } from "p-map";

/** Most results that wait for the result of an earlier input; each can hold some megabytes of bins. */
const MAX_WAITING = 16;

/** Most inputs at a time. The engine has no more workers, and each input has its histograms in memory. */
const MAX_CONCURRENCY = 8;

/**
 * Runs `work` on as many items at a time as there are processors, or on `concurrency`. The n-th call of the
 * function returned settles as the work on the n-th item did.
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
