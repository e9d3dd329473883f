/**
 * How far a query has come with one part.
 *
 *     open -- asked to its end --> answered -- its answers are joined --> joined
 *       |
 *       +-- its tags are gone, after some of its answers were joined --> lost
 */

export class PartProgress {
  /** The first so many of its held tags were asked. */
  tags = 0;
  /** Number of tags of the part that its answers cover; 0 where other parts answer for it. */
  covered = 0;
  /** Whether held tags have answered. */
  fromHeld = false;
  /** Whether something of it was joined, so that the whole query begins anew where its tags get lost. */
  isInAnswer = false;
  private state: "open" | "answered" | "joined" | "lost" = "open";
  /** Answers that are not joined yet. */
  private found: Uint8Array[] = [];

  get isOpen(): boolean {
    return this.state === "open";
  }

  get isLost(): boolean {
    return this.state === "lost";
  }

  /** Whether there is nothing left to ask. */
  get isComplete(): boolean {
    return this.state === "answered" || this.state === "joined";
  }

  /** Takes an answer after which the first `covered` tags of the part are covered. */
  add(answer: Uint8Array, covered: number): void {
    this.found.push(answer);
    this.covered = covered;
  }

  /** Takes what held tags have answered, which are the first `tags` of the part now. */
  addHeld(answer: Uint8Array, tags: number): void {
    this.add(answer, tags);
    this.tags = tags;
    this.fromHeld = true;
  }

  /** All of it was asked, or nothing of it concerns the query. */
  complete(): void {
    if (this.state === "open") this.state = "answered";
  }

  lose(): void {
    this.state = "lost";
  }

  /** Answers to join next. */
  *answers(): Generator<Uint8Array> {
    for (const answer of this.found) {
      this.isInAnswer = true;
      yield answer;
    }
    this.found = [];
  }

  /** Whether it is joined as a whole, now that its answers are. */
  join(): boolean {
    if (!this.isComplete) return false;
    this.state = "joined";
    this.isInAnswer = true;
    return true;
  }
}
