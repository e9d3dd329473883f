/** A queue between two loops of one thread. */

/** Pushed items come out of `next`, or of the iteration, which ends when the queue is closed. */
export class Queue<T> {
  private readonly items: T[] = [];
  private closed = false;
  private wake: (() => void) | undefined;

  push(item: T): void {
    this.items.push(item);
    this.wake?.();
  }

  close(): void {
    this.closed = true;
    this.wake?.();
  }

  /** The current item, without waiting. */
  takeAll(): T[] {
    return this.items.splice(0);
  }

  /** Ends it at once; returns the remaining items. */
  drain(): T[] {
    this.close();
    return this.takeAll();
  }

  /** The next item as soon as there is one; undefined when closed and empty. One caller at a time. */
  async next(): Promise<T | undefined> {
    for (;;) {
      const item = this.items.shift();
      if (item !== undefined || this.closed) return item;
      await new Promise<void>((resolve) => {
        this.wake = resolve;
      });
      this.wake = undefined;
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T> {
    for (;;) {
      const item = await this.next();
      if (item === undefined) return;
      yield item;
    }
  }
}
