/**
 * Buffers in which text travels between threads, and which come back empty: their number bounds how
 * far one thread gets ahead of the other, and none is allocated twice.
 */

/** Bytes of each. */
export const ROOM = 512 << 10;

export class Rooms {
  private readonly idle: Uint8Array[] = [];
  private made = 0;
  private waiting: { resolve: (room: Uint8Array) => void; reject: (why: unknown) => void } | undefined;

  /** An empty buffer, as soon as there is one of `most`; one caller at a time. */
  take(most: number): Uint8Array | Promise<Uint8Array> {
    const room = this.idle.pop();
    if (room !== undefined) return room;
    if (this.made < most) {
      this.made += 1;
      return new Uint8Array(ROOM);
    }
    return new Promise((resolve, reject) => {
      this.waiting = { resolve, reject };
    });
  }

  /** Gives back a buffer by any view of it. */
  give({ buffer }: Uint8Array): void {
    const room = new Uint8Array(buffer);
    const { waiting } = this;
    this.waiting = undefined;
    if (waiting === undefined) this.idle.push(room);
    else waiting.resolve(room);
  }

  /** Whoever waits is told `why` there will be none; whether somebody did. */
  refuse(why: unknown): boolean {
    const { waiting } = this;
    this.waiting = undefined;
    waiting?.reject(why);
    return waiting !== undefined;
  }
}
