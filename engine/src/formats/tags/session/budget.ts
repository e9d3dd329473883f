/** Memory for the tags that are held, shared by the parts of a file. */

/** Bytes are granted to a part before it is read; what it did not need is free afterwards. */
export class Budget {
  /** Bytes that are neither granted nor taken by held tags. */
  private left: number;
  /** A part did not fit: the next ones would not either. */
  private full = false;

  constructor(bytes: number) {
    this.left = bytes;
  }

  /** What a part may take: as much as each of `sharers` parts, itself among them, that begin before it is read. */
  grant(sharers: number): number {
    const bytes = this.full ? 0 : Math.floor(this.left / Math.max(1, sharers));
    this.left -= bytes;
    return bytes;
  }

  /** Grants as much as is needed; false where there is not so much. */
  take(bytes: number): boolean {
    if (bytes > this.left) return false;
    this.left -= bytes;
    return true;
  }

  /** A part was read: its held tags take `taken` of `granted` bytes; `whole` is false where they did not fit. */
  settle(granted: number, taken: number, whole: boolean): void {
    this.left += granted - taken;
    this.full ||= !whole && this.left <= granted;
  }

  /** What was granted to a part, or taken by its tags, is free: it is to be read again. */
  giveBack(bytes: number): void {
    this.left += bytes;
    this.full = false;
  }
}
