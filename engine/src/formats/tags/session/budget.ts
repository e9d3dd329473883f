/** Memory for held tags, shared by the parts of a file. */

/** Bytes are granted to a part before it is read; unused bytes are returned afterwards. */
export class Budget {
  /** Free bytes: neither granted nor used by held tags. */
  private left: number;
  /** Whether a part did not fit: then the next ones get nothing. */
  private full = false;

  constructor(bytes: number) {
    this.left = bytes;
  }

  /** Grants a part that is about to be read 1/`sharers` of the free bytes; returns the granted bytes. */
  grant(sharers: number): number {
    const bytes = this.full ? 0 : Math.floor(this.left / Math.max(1, sharers));
    this.left -= bytes;
    return bytes;
  }

  /** Grants the needed bytes; false if there are not enough. */
  take(bytes: number): boolean {
    if (bytes > this.left) return false;
    this.left -= bytes;
    return true;
  }

  /**
   * Called after a part is read: its held tags use `taken` of `granted` bytes; `whole` is false if they did not fit.
   */
  settle(granted: number, taken: number, whole: boolean): void {
    this.left += granted - taken;
    this.full ||= !whole && this.left <= granted;
  }

  /** Frees the bytes granted to a part, or used by its tags, before it is read again. */
  giveBack(bytes: number): void {
    this.left += bytes;
    this.full = false;
  }
}
