/** A queue between two loops of one thread. */

/** What is pushed comes out of the iteration, which ends when it is closed. */
export class Channel<T> {
  private readonly queue: T[] = [];
  private closed = false;
  private wake: (() => void) | undefined;

  push(item: T): void {
    this.queue.push(item);
    this.wake?.();
  }

  close(): void {
    this.closed = true;
    this.wake?.();
  }

  /** Ends it at once; answers what was not taken. */
  drain(): T[] {
    this.close();
    return this.queue.splice(0);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T> {
    for (;;) {
      const item = this.queue.shift();
      if (item !== undefined) {
        yield item;
      } else if (this.closed) {
        return;
      } else {
        await new Promise<void>((resolve) => {
          this.wake = resolve;
        });
        this.wake = undefined;
      }
    }
  }
}
