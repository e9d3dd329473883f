/**
 * Buffers that are transferred between threads and returned empty: their number bounds how far one thread gets ahead of
 * the other, and none is allocated twice.
 */

/** Bytes of each buffer. */
export const BUFFER = 512 << 10;

export class BufferPool {
  private readonly idle: Uint8Array[] = [];
  private made = 0;
  private waiting:
    | { owner: object; resolve: (buffer: Uint8Array) => void; reject: (why: unknown) => void }
    | undefined;

  /** Returns an empty buffer for `owner`, as soon as one of `most` is free; only one caller may wait at a time. */
  take(owner: object, most: number): Uint8Array | Promise<Uint8Array> {
    const buffer = this.idle.pop();
    if (buffer !== undefined) return buffer;
    if (this.made < most) {
      this.made += 1;
      return new Uint8Array(BUFFER);
    }
    return new Promise((resolve, reject) => {
      this.waiting = { owner, resolve, reject };
    });
  }

  /** Returns a buffer to the pool by any view of it. */
  give({ buffer }: Uint8Array): void {
    const whole = new Uint8Array(buffer);
    const { waiting } = this;
    this.waiting = undefined;
    if (waiting === undefined) this.idle.push(whole);
    else waiting.resolve(whole);
  }

  /** Rejects the waiting caller with `why`. */
  refuseAll(why: unknown): void {
    if (this.waiting !== undefined) this.refuse(this.waiting.owner, why);
  }

  /** Rejects the wait of `owner` with `why`, if it waits. */
  refuse(owner: object, why: unknown): void {
    const { waiting } = this;
    if (waiting?.owner !== owner) return;
    this.waiting = undefined;
    waiting.reject(why);
  }
}
