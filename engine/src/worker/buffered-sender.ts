/** Output of a job, sent in full buffers of its worker's pool. */

import { cancelled } from "../errors.ts";
import type { BufferPool } from "./buffer-pool.ts";

/** The job that produces the output. */
export interface Sending {
  readonly isCancelled: boolean;
  readonly buffers: BufferPool;
  /** Sends a buffer of that pool. */
  send(buffer: Uint8Array, note: number): void;
}

export class BufferedSender {
  private buffer: Uint8Array | undefined;
  private used = 0;

  private readonly job: Sending;
  private readonly most: number;
  private readonly note: () => number;

  /** Uses up to `most` of the worker's buffers; each is sent with the current value of `note`. */
  constructor(job: Sending, most: number, note: () => number) {
    this.job = job;
    this.most = most;
    this.note = note;
  }

  /**
   * Sends `length` bytes, or holds them until a buffer is full; `view` shows a part of them.
   * @throws TagviewError `cancelled`.
   */
  async put(length: number, view: (from: number, n: number) => Uint8Array): Promise<void> {
    for (let at = 0; at < length; ) {
      if (this.job.isCancelled) throw cancelled();
      const buffer = this.buffer ?? (await this.job.buffers.take(this.job, this.most));
      this.buffer = buffer;
      const n = Math.min(length - at, buffer.length - this.used);
      buffer.set(view(at, n), this.used);
      at += n;
      this.used += n;
      if (this.used === buffer.length) this.flush();
    }
  }

  /** Sends held bytes. */
  flush(): void {
    if (this.buffer !== undefined) this.job.send(this.buffer.subarray(0, this.used), this.note());
    this.buffer = undefined;
    this.used = 0;
  }

  /** Drops held bytes. */
  drop(): void {
    if (this.buffer !== undefined) this.job.buffers.give(this.buffer);
    this.buffer = undefined;
    this.used = 0;
  }
}
