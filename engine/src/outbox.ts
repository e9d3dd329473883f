/** What a worker sends in buffers that come back: text, frames. */

import { cancelled } from "./errors";
import type { Rooms } from "./rooms";

export class Outbox {
  private room: Uint8Array | undefined;
  private used = 0;

  private readonly rooms: Rooms;
  private readonly most: number;
  private readonly stopped: () => boolean;
  private readonly post: (bytes: Uint8Array) => void;

  /** Uses up to `most` of the rooms; `stopped` is asked before each wait for one. */
  constructor(rooms: Rooms, most: number, stopped: () => boolean, post: (bytes: Uint8Array) => void) {
    this.rooms = rooms;
    this.most = most;
    this.stopped = stopped;
    this.post = post;
  }

  /**
   * Sends `length` bytes, or keeps them until a buffer is full; `view` shows some of them.
   * @throws TagviewError `cancelled`.
   */
  async put(length: number, view: (from: number, n: number) => Uint8Array): Promise<void> {
    for (let at = 0; at < length; ) {
      if (this.stopped()) throw cancelled();
      const room = this.room ?? (await this.rooms.take(this.most));
      this.room = room;
      const n = Math.min(length - at, room.length - this.used);
      room.set(view(at, n), this.used);
      at += n;
      this.used += n;
      if (this.used === room.length) this.flush();
    }
  }

  /** Sends what is kept. */
  flush(): void {
    if (this.room !== undefined) this.post(this.room.subarray(0, this.used));
    this.room = undefined;
    this.used = 0;
  }

  /** Drops what is kept. */
  drop(): void {
    if (this.room !== undefined) this.rooms.give(this.room);
    this.room = undefined;
    this.used = 0;
  }
}
