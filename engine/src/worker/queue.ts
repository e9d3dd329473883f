/** A queue between two loops of one thread. */

/** What is pushed comes out of `next`, or of the iteration, which ends when the queue is closed. */
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

  /** What is there now, without waiting. */
  takeAll(): T[] {
    return this.items.splice(0);
  }

  /** Ends it at once; answers what was not taken. */
  drain(): T[] {
    this.close();
    return this.takeAll();
  }

  /** The next item as soon as there is one; undefined once closed and empty. One caller at a time. */
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
